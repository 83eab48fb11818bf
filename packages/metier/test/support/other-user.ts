/** What a user without special powers sees: the superuser may read everything, so a test steps down for a moment. */

const NOBODY = 65_534

export const isSuperuser = process.getuid?.() === 0

/** Runs something with the rights of nobody in particular. */
export async function asOtherUser<T>(action: () => Promise<T>): Promise<T> {
  if (!isSuperuser || process.seteuid === undefined) return action()
  process.seteuid(NOBODY)
  try {
    return await action()
  } finally {
    process.seteuid(0)
  }
}
