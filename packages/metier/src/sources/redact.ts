/** The parts of a URL that may be shown and stored (security 6.28). */

const SECRET = /token|key|secret|pass|auth|sig|credential|session|code|jwt|bearer|x-amz|x-goog/i

/** Removes user names, passwords and query values that may be secrets. */
export function redactSecrets(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^/?#\s]*@/gi, '$1')
    .replace(/([?&;])([^=&#\s;]+)=([^&#\s;]*)/g, (_, lead: string, name: string, value: string) =>
      SECRET.test(name) || value.length >= 24 ? `${lead}${name}=***` : `${lead}${name}=${value}`,
    )
}
