import { Console } from 'node:console'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { connect } from '../connect.ts'
import type { Context } from '../context.ts'
import { CommandError, type ExitCode, exitCodes } from '../failure.ts'
import { openCoreLink } from '../mcp/core-link.ts'
import { openFolders } from '../mcp/folders.ts'
import { openQuotes } from '../mcp/quotes.ts'
import { createMcpServer } from '../mcp/server.ts'

export interface McpOptions {
  /** A file whose first line is the API key. */
  keyFile?: string
}

const keyVariable = 'MINTDESK_API_KEY'

/** `mintdesk mcp <folder…>`: speaks the Model Context Protocol on standard input and output until the client closes them. */
export async function serveMcp(context: Context, paths: readonly string[], options: McpOptions): Promise<ExitCode> {
  if (context.project !== undefined)
    throw new CommandError('mcp.project', 'The key says which project is meant: leave --project out.')
  const apiKey = keyOf(options, process.env)
  // Child processes must not inherit it.
  delete process.env[keyVariable]
  const folders = await openFolders(paths, context.dataDir)
  // Standard output carries only the protocol: console output goes to standard error.
  globalThis.console = new Console(process.stderr)
  const gone = new AbortController()
  const stop = AbortSignal.any([context.stop, gone.signal])
  const core = openCoreLink(() => connect(context), apiKey)
  const server = createMcpServer({ version: context.version, core, folders, quotes: openQuotes(Date.now), stop })
  const end = () => gone.abort()
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, end)
  try {
    await server.connect(new StdioServerTransport())
    if (!stop.aborted) await once(stop, 'abort')
  } finally {
    await server.close()
    await core.close()
  }
  return exitCodes.done
}

/** @throws CommandError `key.missing`; the system's error */
function keyOf({ keyFile }: McpOptions, env: NodeJS.ProcessEnv): string {
  const key = keyFile === undefined ? env[keyVariable] : readFileSync(keyFile, 'utf8').split(/\r?\n/, 1)[0]
  if (key !== undefined && key.trim() !== '') return key.trim()
  throw new CommandError(
    'key.missing',
    `There is no API key: set ${keyVariable}, or name a file with it by --key-file. Make one with "mintdesk keys create --mints-per-day <n>".`,
  )
}
