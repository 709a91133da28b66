/** The tools that only read: this server's limits, runs, wallets. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Run } from '../../shared/app-api.ts'
import { moneyText } from '../../shared/format.ts'
import { isOver, rest } from '../follow-run.ts'
import { answer } from './answers.ts'
import type { McpDeps, ToolRunner } from './deps.ts'

/** Ours: how many of each an answer holds. */
const shown = { runs: 10, failures: 20, nfts: 20 }
/** Ours, s: many clients give up on a call after a minute. */
const longestWait = 45
/** Ours: polling interval, ms. */
const lookEvery = 250

const looks = { readOnlyHint: true, openWorldHint: false }

/** `mintdesk`, `follow_run` and `list_wallet`. */
export function addLookTools(server: McpServer, deps: McpDeps, run: ToolRunner): void {
  server.registerTool(
    'mintdesk',
    {
      description: 'Says what this server may do: its folders, its project, and how many NFTs it may mint today.',
      annotations: looks,
    },
    () => run(() => bounds(deps)),
  )
  server.registerTool(
    'follow_run',
    {
      description:
        'Says how far a run is. Waits until it ends, or as long as is asked for. Without an id: the last runs.',
      inputSchema: {
        run: z.string().min(1).max(100).optional().describe('The id that "mint" answered.'),
        wait_seconds: z.number().min(0).max(longestWait).default(0),
      },
      annotations: looks,
    },
    ({ run: id, wait_seconds: seconds }) => run(() => (id === undefined ? lastRuns(deps) : follow(deps, id, seconds))),
  )
  server.registerTool(
    'list_wallet',
    {
      description: 'Lists the NFTs that a wallet holds, page by page.',
      inputSchema: {
        wallet: z
          .string()
          .min(1)
          .max(600)
          .describe('<chain>:<address>, email:<address>:<chain>, or userId:<id>:<chain>.'),
        page: z.int().min(1).max(10_000).default(1),
      },
      annotations: looks,
    },
    ({ wallet, page }) => run(() => listWallet(deps, wallet, page)),
  )
}

function bounds({ core, folders }: McpDeps): Promise<CallToolResult> {
  return core.with(async (api) => {
    const { project, scopes, mintsPerDay, mintedToday } = await api.key()
    const mayMint = mintsPerDay !== null && scopes.includes('nfts.create')
    const left = mintsPerDay === null ? 0 : Math.max(0, mintsPerDay - (mintedToday ?? 0))
    return answer(
      {
        network: project.kind,
        may_mint: mayMint,
        mints_per_day: mintsPerDay,
        left_today: mayMint ? left : 0,
        scopes,
        folders: folders.named,
      },
      { project: project.name },
    )
  })
}

function follow({ core, stop }: McpDeps, id: string, seconds: number): Promise<CallToolResult> {
  return core.with(async (api) => {
    const until = performance.now() + seconds * 1_000
    let run = await api.runOf(id)
    while (!isOver(run) && run.state !== 'paused' && performance.now() < until && !stop.aborted) {
      await rest(lookEvery, stop)
      run = await api.runOf(id)
    }
    const failed =
      run.counts.failed === 0 ? [] : (await api.runRows(id, { state: 'failed', limit: shown.failures })).rows
    const { name, notice, collectionName, contractAddress: contract } = run
    const failures = failed.map(({ row, recipient, error }) => ({ row, recipient, error }))
    return answer(figures(run), { name, notice, collection: collectionName, contract, failures })
  })
}

function lastRuns({ core }: McpDeps): Promise<CallToolResult> {
  return core.with(async (api) => {
    const runs = (await api.runs()).slice(0, shown.runs)
    return answer(
      { runs: runs.map(figures) },
      runs.map(({ id, name }) => ({ run: id, name })),
    )
  })
}

function figures(run: Run) {
  const { id, state, counts, chain, fee, completedAt } = run
  return { run: id, state, over: isOver(run), counts, chain, fee: moneyText(fee), completedAt }
}

function listWallet({ core }: McpDeps, wallet: string, page: number): Promise<CallToolResult> {
  return core.with(async (api) => {
    const { nfts, coverage, note } = await api.walletNfts(wallet, page, shown.nfts)
    const listed = nfts.map(({ locator, metadata, ...nft }) => ({
      locator,
      quantity: 'quantity' in nft ? nft.quantity : undefined,
      name: metadata.name,
      description: metadata.description,
      collection: metadata.collection.name,
    }))
    return answer({ page, nfts: nfts.length, more: nfts.length === shown.nfts, coverage }, { note, nfts: listed })
  })
}
