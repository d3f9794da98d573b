import type { Page } from '@playwright/test';
import { usbKey } from '@solostead/server-testkit/identity/usb-key';

/** A security key in a page's browser, WebDriver's virtual authenticator. */
export interface SecurityKey {
  /** Removes it, so that another one may be plugged in. */
  unplug(): Promise<void>;
  /** Sets if its owner touches it when it blinks. */
  touch(isTouched: boolean): Promise<void>;
}

/** Plugs a new key in, which knows no account yet. */
export async function plugInKey(page: Page): Promise<SecurityKey> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: usbKey,
  });
  return {
    unplug: () => browser.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }).then(() => {}),
    touch: (enabled) =>
      browser.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }).then(() => {}),
  };
}
