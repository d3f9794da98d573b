/** A security key as WebDriver's virtual authenticator. It knows its owner, who touches it when it blinks. */
export const usbKey = {
  protocol: 'ctap2',
  transport: 'usb',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;
