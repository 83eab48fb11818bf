/** A home with one approved skill that has a tool, and the built command line over it. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const program = join(dirname(fileURLToPath(import.meta.url)), '../../../packages/metier/bin/metier.cjs')

/** How a client starts `metier mcp`. */
export interface Launch {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
  readonly cwd: string
}

export interface Machine {
  readonly launch: Launch
  /** The address of `metier serve`. */
  readonly url: string
  /** The token that `metier serve` asks for. */
  readonly token: string
  close(): Promise<void>
}

const SKILL = '---\nname: greeter\ndescription: Greets people\n---\n\nSay hello.\n'
const GREET = { name: 'greet', description: 'Greets', run: ['printf', 'Greetings from a script'], category: 'read' }

export const DELIVERIES = ['toggle', 'static', 'dispatch'] as const
export type Delivery = (typeof DELIVERIES)[number]

export async function startMachine(delivery: Delivery = 'dispatch'): Promise<Machine> {
  const home = await mkdtemp(join(tmpdir(), 'metier-clients-'))
  const skill = join(home, '.agents/skills/greeter')
  await mkdir(skill, { recursive: true })
  await writeFile(join(skill, 'SKILL.md'), SKILL)
  await writeFile(join(skill, 'tools.yaml'), JSON.stringify({ tools: [GREET] }))
  const token = 'a-token-of-the-test'
  const env = { PATH: process.env.PATH ?? '', HOME: home, METIER_TOKEN: token }
  await promisify(execFile)(process.execPath, [program, 'approve', 'greeter', '--yes'], { env, cwd: home })
  const words = ['serve', '--port', String(await findPort()), '--delivery', delivery]
  const server = spawn(process.execPath, [program, ...words], { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] })
  const url = await findAddress(server)
  return {
    launch: { command: process.execPath, args: [program, 'mcp', '--delivery', delivery], env, cwd: home },
    url,
    token,
    close: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await ended
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** `metier serve` takes no port 0. */
function findPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** `metier serve` prints it when it listens. */
function findAddress(server: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`metier serve ended with ${code}`)))
    createInterface({ input: server.stderr }).on('line', (line) => {
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line) ?? []
      if (address !== undefined) resolve(address)
    })
  })
}
