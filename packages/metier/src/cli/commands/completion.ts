import { answer, type Command } from '../arguments/command.js'
import { oneOf } from '../arguments/one-of.js'
import { composeCompletion, SHELLS } from '../completion/scripts.js'

export const command: Command = {
  name: 'completion',
  summary: 'print a completion script for a shell',
  details: ['Completes commands, options, their values, the names of skills and settings.'],
  arguments: [{ name: 'SHELL', summary: 'the shell', values: SHELLS }],
  options: [],
  examples: [
    { line: 'source <(metier completion bash)', summary: 'bash; in ~/.bashrc for good' },
    { line: 'source <(metier completion zsh)', summary: 'zsh; in ~/.zshrc for good' },
    { line: 'metier completion fish | source', summary: 'fish; in ~/.config/fish/config.fish for good' },
  ],
  async run(input, { commands }) {
    const shell = oneOf(SHELLS, input.argument('SHELL')) ?? 'bash'
    const loaded = await Promise.all(commands.map((entry) => entry.load()))
    const script = composeCompletion(
      shell,
      loaded.map(({ command: each }) => each),
    )
    return answer({ shell, script }, () => script.trimEnd().split('\n'))
  },
}
