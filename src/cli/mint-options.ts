import type { RunChoices } from '../shared/app-client/runs.ts'
import type { AppClient } from '../shared/app-client.ts'
import type { Connection } from './connect.ts'
import type { Context } from './context.ts'

/** The flags of `mintdesk mint`. */
export interface MintOptions {
  collection: string
  media?: string
  dryRun?: boolean
  yes?: boolean
  skipErrors?: boolean
  again?: boolean
  /** The sheet of a workbook. */
  sheet?: string
  /** What becomes of hidden rows and columns of a workbook. */
  hidden?: 'mint' | 'skip'
  results?: string
  findings?: string
  /** The most for a unit of gas, as it was typed. */
  maxFee?: string
  /** Rows that do not say it become NFTs that are not compressed. */
  uncompressed?: boolean
  /** `all`, `none`, or headers with commas between them. */
  traits?: string
}

/** What its steps work with. */
export interface Work extends Context {
  api: AppClient
  connection: Connection
  file: string
  options: MintOptions
  choices: RunChoices
  /** Called before anything is asked for that mints. */
  asking(): void
}
