import type { Command } from 'commander'
import type { McpOptions } from '../commands/mcp.ts'
import type { Run } from './arguments.ts'

export function addMcpCommand(program: Command, run: Run): void {
  program
    .command('mcp')
    .description('let a model check, quote and mint spreadsheets (Model Context Protocol on standard input and output)')
    .argument('<folder...>', 'the folders whose files it may read')
    .option('--key-file <file>', 'a file whose first line is the API key (else MINTDESK_API_KEY)')
    .action((folders: string[], options: McpOptions) =>
      run(async (context) => (await import('../commands/mcp.ts')).serveMcp(context, folders, options)),
    )
}
