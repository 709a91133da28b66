import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { CoreLink } from './core-link.ts'
import type { Folders } from './folders.ts'
import type { Quotes } from './quotes.ts'

/** What the tools work with. */
export interface McpDeps {
  version: string
  core: CoreLink
  folders: Folders
  quotes: Quotes
  /** Says stop when the person does, or the client is gone. */
  stop: AbortSignal
}

/** Does a tool's work; what goes wrong is an answer as well. */
export type ToolRunner = (work: () => Promise<CallToolResult>) => Promise<CallToolResult>
