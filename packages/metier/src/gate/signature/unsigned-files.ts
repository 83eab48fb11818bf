/** Files of git at the top of a directory: signers of OpenSSF Model Signing leave them out, and no agent reads them. */

const FOLDERS: readonly string[] = ['.git', '.github']
/** What git keeps for itself, at the top of a directory. */
export const GIT_PATHS: readonly string[] = ['.git', '.gitattributes', '.github', '.gitignore']

/** Whether a path belongs to git alone. A signature need not cover it, and a signed skill is installed without it. */
export function isGitFile(path: string): boolean {
  const [first = '', ...rest] = path.split('/')
  return (rest.length === 0 ? GIT_PATHS : FOLDERS).includes(first)
}
