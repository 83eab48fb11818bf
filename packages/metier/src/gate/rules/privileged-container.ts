import type { Evidence } from '../evidence.js'
import type { Observation, Rule } from '../rule.js'

export const rule: Rule = {
  id: 'SK-PV004',
  pattern: 'privileged container',
  severity: 'warn',
  tags: ['AST03', 'CWE-250', 'T1611'],
  why: 'A container with these privileges does not isolate anything: whatever runs in it controls the machine.',
  fix: 'Give the container only the capability or directory it needs.',
  raisedWhen: 'it is privileged and mounts the whole disk',
  examples: {
    positive: [
      '```bash\ndocker run --privileged -v /:/host alpine chroot /host\n```\n',
      { 'SKILL.md': 'Start it.\n', 'compose.yaml': 'services:\n  a:\n    image: x\n    privileged: true\n' },
      '```bash\ndocker run --pid=host --cap-add=SYS_ADMIN alpine\n```\n',
    ],
    negative: [
      '```bash\ndocker run --rm -v "$PWD:/app" node:20 npm test\n```\n',
      '```bash\ndocker run -v /var/run/docker.sock:/var/run/docker.sock watchtower\n```\n',
      'Avoid --privileged.\n',
    ],
  },
  find: ({ commands, segments, files }: Evidence) => [
    ...segments.flatMap((segment) => composed(segment, files[segment.file]?.path ?? '')),
    ...commands.flatMap(({ name, words, segment, at }): readonly Observation[] => {
      if (name !== 'docker' && name !== 'podman' && name !== 'nerdctl') return []
      const line = words.join(' ')
      const isRoot = /(?:-v|--volume)[ =]\/:\//.test(line)
      const isPrivileged = /--privileged\b/.test(line)
      const isOpen = /--cap-add[= ](?:SYS_ADMIN|ALL)\b/.test(line) && /--pid[= ]host/.test(line)
      if (!isRoot && !isPrivileged && !isOpen) return []
      return [
        {
          segment,
          at,
          severity: isRoot && isPrivileged ? 'block' : 'warn',
          message: 'Gives a container control of the machine',
        },
      ]
    }),
  ],
}

/** The same privileges, in a file. */
function composed(segment: Evidence['segments'][number], path: string): readonly Observation[] {
  if (segment.kind !== 'script' || !/\.ya?ml$/.test(path)) return []
  const rights = /^\s{1,40}privileged:\s{0,3}true\b/m.exec(segment.text)
  const root = /^\s{1,40}-\s{1,3}["']?\/:\//m.exec(segment.text)
  if (rights === null && root === null) return []
  const severity = rights !== null && root !== null ? 'block' : 'warn'
  return [{ segment, at: (rights ?? root)?.index ?? 0, severity, message: 'Gives a container control of the machine' }]
}
