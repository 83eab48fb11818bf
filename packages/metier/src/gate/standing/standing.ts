/** What the source of an installed skill says about the installed version, and whether that revokes it. */

/** What a source says about an installed version now. */
export type Standing =
  | { readonly status: 'offered' }
  /** The source has taken the skill or this version away. */
  | { readonly status: 'withdrawn'; readonly what: 'skill' | 'version'; readonly summary?: string }
  /** The source offers it and warns of it. */
  | { readonly status: 'flagged'; readonly verdict: 'suspicious' | 'malicious'; readonly summary?: string }
  /** The source lists other files under this name. */
  | { readonly status: 'replaced'; readonly digest: string }

/** What a source said, and when. */
export type LearnedStanding = Standing & { readonly askedAt: string }

/** What the source of a skill says about its installed version. */
export type SkillStanding =
  | LearnedStanding
  | {
      /** The source could not be asked. */
      readonly status: 'unknown'
      readonly error: string
      /** The identity of the source, if that is the reason: it is not trusted. */
      readonly untrusted?: string
      /** What it said when it could be asked. */
      readonly last?: LearnedStanding
    }

/** The version was withdrawn, or its source warns of it. */
export type Revocation = Extract<LearnedStanding, { readonly status: 'withdrawn' | 'flagged' }>

/** The revocation of a version, now or when its source could be asked last; undefined if there is none. */
export function revocationOf(standing: SkillStanding | undefined): Revocation | undefined {
  const said = standing?.status === 'unknown' ? standing.last : standing
  return said?.status === 'withdrawn' || said?.status === 'flagged' ? said : undefined
}
