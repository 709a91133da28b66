import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { CoreLink } from './core-link.ts'
import type { Folders } from './folders.ts'
import type { Quotes } from './quotes.ts'

export interface McpDeps {
  version: string
  core: CoreLink
  folders: Folders
  quotes: Quotes
  /** Aborts when the person stops the command or the client disconnects. */
  stop: AbortSignal
}

/** Runs a tool; an error also becomes an answer. */
export type ToolRunner = (work: () => Promise<CallToolResult>) => Promise<CallToolResult>
