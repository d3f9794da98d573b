/** Returns a service's common name, or its name in config.toml if we have none. */
export function providerName(provider: string, names: Readonly<Record<string, string>>): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ');
}
