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
  /** The name of a workbook's sheet. */
  sheet?: string
  /** What to do with hidden rows and columns of a workbook. */
  hidden?: 'mint' | 'skip'
  results?: string
  findings?: string
  /** The fee ceiling per unit of gas, as typed. */
  maxFee?: string
  /** Rows that do not choose become NFTs that are not compressed. */
  uncompressed?: boolean
  /** `all`, `none`, or headers with commas between them. */
  traits?: string
}

export interface Work extends Context {
  api: AppClient
  connection: Connection
  file: string
  options: MintOptions
  choices: RunChoices
  /** Called before the first request that mints. */
  asking(): void
}
