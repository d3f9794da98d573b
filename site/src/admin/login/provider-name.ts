/** A service's name as people know it; one we have no word for by its own name in config.toml. */
export function providerName(provider: string, names: Readonly<Record<string, string>>): string {
  return names[provider] ?? provider.charAt(0).toUpperCase() + provider.slice(1).replaceAll('_', ' ');
}
