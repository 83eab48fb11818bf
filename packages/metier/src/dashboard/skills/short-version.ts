/** A version as it is; of a commit or digest, its first characters. */
export function shortVersion(version: string): string {
  return /^(?:sha256:)?[0-9a-f]{40,64}$/.test(version) ? version.replace('sha256:', '').slice(0, 12) : version
}
