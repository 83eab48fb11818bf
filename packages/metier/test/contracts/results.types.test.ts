/** The façade's answers as a user's code sees them: tsc checks the types, so each test is a program that must compile. */

import { describe, expectTypeOf, test } from 'vitest'
import type {
  ApproveResult,
  AuditResult,
  CheckResult,
  Finding,
  InfoResult,
  ListResult,
  ReloadResult,
  ReviewResult,
  RevokeResult,
  SearchResult,
  SkillApproval,
  SkillAudit,
  SkillCheck,
  SkillInfo,
  SkillManager,
  SkillSwitchResult,
  TrustResult,
} from '../../src/index.js'
import type { GetSkillTool, NeovateSkillTool, SkillsTool, ToolPlugin } from '../../src/tools.js'

type Awaiting<Method extends keyof SkillManager> = SkillManager[Method] extends (...args: never) => infer Answer
  ? Awaited<Answer>
  : never

describe('each method answers with a type of its own', () => {
  test('reading', () => {
    expectTypeOf<Awaiting<'list'>>().toEqualTypeOf<ListResult>()
    expectTypeOf<Awaiting<'info'>>().toEqualTypeOf<InfoResult>()
    expectTypeOf<Awaiting<'check'>>().toEqualTypeOf<CheckResult>()
    expectTypeOf<Awaiting<'search'>>().toEqualTypeOf<SearchResult>()
    expectTypeOf<Awaiting<'reload'>>().toEqualTypeOf<ReloadResult>()
  })

  test('deciding', () => {
    expectTypeOf<Awaiting<'enable'>>().toEqualTypeOf<SkillSwitchResult>()
    expectTypeOf<Awaiting<'disable'>>().toEqualTypeOf<SkillSwitchResult>()
    expectTypeOf<Awaiting<'trust'>>().toEqualTypeOf<TrustResult>()
    expectTypeOf<Awaiting<'untrust'>>().toEqualTypeOf<TrustResult>()
    expectTypeOf<Awaiting<'review'>>().toEqualTypeOf<ReviewResult>()
    expectTypeOf<Awaiting<'approve'>>().toEqualTypeOf<ApproveResult>()
    expectTypeOf<Awaiting<'revoke'>>().toEqualTypeOf<RevokeResult>()
    expectTypeOf<Awaiting<'audit'>>().toEqualTypeOf<AuditResult>()
  })

  test('none of them is a record of anything', () => {
    expectTypeOf<ListResult>().not.toHaveProperty('anything')
    expectTypeOf<SkillCheck>().not.toHaveProperty('anything')
    expectTypeOf<SkillApproval>().not.toHaveProperty('anything')
  })
})

describe('one if narrows an answer', () => {
  test("'error' in a check", () => {
    const eligible = (answer: CheckResult) => {
      if ('error' in answer) return expectTypeOf(answer.error).toEqualTypeOf<string>()
      expectTypeOf(answer).toEqualTypeOf<SkillCheck>()
      expectTypeOf(answer.fixes).toEqualTypeOf<readonly string[]>()
      return expectTypeOf(answer.eligible).toEqualTypeOf<boolean>()
    }
    expectTypeOf(eligible).parameter(0).toEqualTypeOf<CheckResult>()
  })

  test("'error' in an info", () => {
    const info = (answer: InfoResult) => {
      if ('error' in answer) return
      expectTypeOf(answer).toEqualTypeOf<SkillInfo>()
      expectTypeOf(answer.emoji).toEqualTypeOf<string | undefined>()
      expectTypeOf(answer.missing.bins).toEqualTypeOf<readonly string[]>()
    }
    expectTypeOf(info).returns.toEqualTypeOf<void>()
  })

  test("'error' in an audit", () => {
    const audit = (answer: AuditResult) => {
      if ('error' in answer) return
      expectTypeOf(answer).toEqualTypeOf<SkillAudit>()
      expectTypeOf(answer.findings).toEqualTypeOf<readonly Finding[]>()
    }
    expectTypeOf(audit).returns.toEqualTypeOf<void>()
  })

  test('the flag of an approval', () => {
    const approve = (answer: ApproveResult) => {
      if (answer.approved) expectTypeOf(answer.tools).toExtend<SkillApproval['tools']>()
      else expectTypeOf(answer.error).toEqualTypeOf<string>()
    }
    expectTypeOf(approve).returns.toEqualTypeOf<void>()
  })

  test('the flag of a switch', () => {
    const enable = (answer: SkillSwitchResult) => {
      if ('error' in answer) return expectTypeOf(answer.hint).toEqualTypeOf<string | undefined>()
      return expectTypeOf(answer.name).toEqualTypeOf<string>()
    }
    expectTypeOf(enable).parameter(0).toEqualTypeOf<SkillSwitchResult>()
  })

  test("'error' in a trust", () => {
    const trust = (answer: TrustResult) => {
      if ('error' in answer) return
      expectTypeOf(answer.trusted).toEqualTypeOf<boolean>()
      expectTypeOf(answer.trustedSources).toEqualTypeOf<readonly string[]>()
    }
    expectTypeOf(trust).returns.toEqualTypeOf<void>()
  })
})

test('approving takes a digest, and a review is a method of its own', () => {
  expectTypeOf<SkillManager['approve']>().toBeCallableWith('pdf', { digest: 'sha256:00' })
  // @ts-expect-error: it would approve, where a review was meant
  expectTypeOf<SkillManager['approve']>().toBeCallableWith('pdf', { review: true })
})

test('nothing internal is a member of the manager', () => {
  expectTypeOf<SkillManager>().not.toHaveProperty('host')
  expectTypeOf<SkillManager>().not.toHaveProperty('situation')
})

test('each tool has the result of its contract', () => {
  type Result<Tool extends { execute(...args: never): unknown }> = Awaited<ReturnType<Tool['execute']>>
  expectTypeOf<Result<ToolPlugin>>().toHaveProperty('success').toEqualTypeOf<boolean>()
  expectTypeOf<Result<NeovateSkillTool>>().toHaveProperty('llmContent').toEqualTypeOf<string>()
  expectTypeOf<Extract<Result<GetSkillTool>, { documentation: string }>>().toHaveProperty('skill_name')
  expectTypeOf<CheckResult>().toExtend<Result<SkillsTool>>()
  expectTypeOf<{ readonly error: string }>().toExtend<Result<SkillsTool>>()
})
