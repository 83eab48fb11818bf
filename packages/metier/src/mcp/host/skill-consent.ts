/** Remembers what a host agreed to: exactly these files of a skill, by URI and digest. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import type { ServedFile, ServedSkill } from '../../sources/mcp/skill-connection.js'
import type { ApprovalRequest, Approve } from '../../store/approvals/approval-request.js'
import { compareTrees } from '../../store/versions/tree-changes.js'
import { digest } from '../../system/files/digest.js'

/** The digest of a skill's files and where they are. */
export function setDigestOf({ files }: ServedSkill): string {
  const sorted = files.toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
  return digest(JSON.stringify(sorted.map((file) => [file.uri, file.digest, file.size])))
}

interface Answer {
  readonly digest: string
  readonly isAgreed: boolean
  readonly files: readonly ServedFile[]
}

export class SkillConsent {
  readonly #approve: Approve | undefined
  /** The last answer, by the URI of the skill. */
  readonly #answers = new Map<string, Answer>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(approve: Approve | undefined) {
    this.#approve = approve
  }

  /** Asks again after a refusal. */
  forgetRefusals(): void {
    for (const [uri, { isAgreed }] of this.#answers) if (!isAgreed) this.#answers.delete(uri)
  }

  /** Fails unless the host agrees to these files. One question at a time, so that none is asked twice. */
  require(name: string, server: string, skill: ServedSkill): Promise<Result<void>> {
    const turn = this.#last.then(() => this.#check(name, server, skill))
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #check(name: string, server: string, skill: ServedSkill): Promise<Result<void>> {
    if (this.#approve === undefined) return succeed(undefined)
    const known = this.#answers.get(skill.uri)
    const current = setDigestOf(skill)
    const isAgreed = known?.digest === current ? known.isAgreed : await this.#ask(name, server, skill, known)
    this.#answers.set(skill.uri, { digest: current, isAgreed, files: skill.files })
    if (isAgreed) return succeed(undefined)
    return fail('source_untrusted', `Skill '${name}' of MCP server '${server}' is not approved`, [
      'Ask the user to approve it, and list the skills of the server again',
    ])
  }

  async #ask(name: string, server: string, skill: ServedSkill, before: Answer | undefined): Promise<boolean> {
    const ask = async (request: ApprovalRequest) => this.#approve?.(request)
    const changes = before === undefined ? undefined : compareTrees(toTree(before.files), toTree(skill.files))
    const what = changes === undefined ? 'Read' : 'Read the changed'
    const answer = await ask({
      action: 'read',
      skill: name,
      source: `mcp:${server}`,
      message: `${what} files of '${name}' from MCP server '${server}'`,
      digest: setDigestOf(skill),
      ...(changes !== undefined && { changes }),
    })
    return answer === true
  }
}

function toTree(files: readonly ServedFile[]) {
  return files.map(({ path, size, digest: sha256 }) => ({ path, size, sha256, mode: '0644' as const }))
}
