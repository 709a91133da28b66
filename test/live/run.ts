/**
 * `npm run test:live -- --chain base-sepolia`: the main job on a real testnet, with the seed in MINTDESK_TEST_SEED (24 words) and RPCs in
 * MINTDESK_TEST_RPC (with commas between them; the public ones when absent). Ends with 0 when there is no seed: nothing was tried.
 */
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { ownerOf } from '../../src/core/chains/evm/contracts/views.ts'
import { rpcClient } from '../../src/core/chains/evm/rpc/rpc.ts'
import { isLiveChain, knownNetworks, type LiveChain } from '../../src/core/chains/networks.ts'
import { solanaRpc } from '../../src/core/chains/solana/rpc/rpc.ts'
import { isSolanaChain } from '../../src/shared/chains.ts'
import { moneyText } from '../../src/shared/format.ts'
import { withCore, withFolder } from '../core/trial-core.ts'
import {
  collectionOn,
  hostedSheet,
  liveProject,
  mint,
  recipientOf,
  rowsOf,
  runOf,
  solanaRecipientOf,
  until,
} from './live-job.ts'
import { ownersOnChain } from './solana-owners.ts'

const nfts = 20
/** A testnet that stands still must end the program, too. */
const patienceMs = 15 * 60_000

const { values } = parseArgs({ options: { chain: { type: 'string', default: 'base-sepolia' } } })
process.exitCode = await main(values.chain)

async function main(chain: string): Promise<number> {
  if (!isLiveChain(chain)) return say(1, `There is no live network named ${JSON.stringify(chain)}.`)
  const seed = process.env.MINTDESK_TEST_SEED
  if (!seed)
    return say(
      0,
      `Skipped: set MINTDESK_TEST_SEED to 24 words whose treasury holds coin on ${chain} (docs/live-networks.md).`,
    )
  const late = setTimeout(() => process.exit(say(1, `${chain} did not get through in 15 minutes.`)), patienceMs)
  try {
    return await withFolder((folder) => job(folder, chain, seed))
  } catch (error) {
    return say(1, error instanceof Error ? error.message : String(error))
  } finally {
    clearTimeout(late)
  }
}

async function job(folder: string, chain: LiveChain, seed: string): Promise<number> {
  const options = { env: { MINTDESK_LIVE_SEED: seed }, trial: { chains: { limits: { mintsPerBatch: 5 } } } }
  const holderOf = isSolanaChain(chain) ? solanaRecipientOf : recipientOf
  // Another collection and other rows each time: the chain remembers those before.
  const name = `trial-${Date.now()}`
  const id = await withCore(
    folder,
    async (core) => {
      const { call } = await liveProject(core, 'Live trial')
      const rpcs = process.env.MINTDESK_TEST_RPC?.split(',')
      if (rpcs) await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs })
      for (const { url, verdict } of (await call('POST', `/app/networks/${chain}/test`, {})).json as unknown as {
        url: string
        verdict: string
      }[])
        say(0, `${url}: ${verdict}`)
      await collectionOn(call, name, chain)
      const { price, run } = await mint(call, name, `${name}.csv`, hostedSheet(name, nfts, holderOf))
      say(
        0,
        `The treasury ${price.treasury.address} holds ${moneyText(price.treasury.balance)}; expected fee ${moneyText(price.fee.expected)}.`,
      )
      if (price.shortfall.amount !== '0')
        throw new Error(`It lacks ${moneyText(price.shortfall)}: send it coin on ${chain}.`)
      await until(
        () => runOf(call, run.id),
        ({ counts }) => counts.sent + counts.succeeded > 0,
        1_000,
      )
      return run.id
    },
    options,
  )
  say(0, 'Closed in the middle; opening it again.')
  const { done, rows } = await withCore(
    folder,
    async (core) => {
      const { call } = await liveProject(core, 'Live trial')
      const done = await until(
        () => runOf(call, id),
        ({ completedAt }) => completedAt !== null,
        1_000,
      )
      return { done, rows: await rowsOf(call, id) }
    },
    options,
  )
  const url = process.env.MINTDESK_TEST_RPC?.split(',')[0] ?? knownNetworks().live(chain).rpcs[0] ?? ''
  const tokens = new Set(rows.map(({ tokenId }) => tokenId))
  const right = isSolanaChain(chain)
    ? isDeepStrictEqual(
        (await ownersOnChain(folder, solanaRpc(url))).sort(),
        rows.map(({ row }) => holderOf(`${name} ${row - 2}`)).sort(),
      )
    : await isHeld(url, done.contractAddress, rows, (row) => holderOf(`${name} ${row - 2}`))
  if (done.counts.succeeded !== nfts || tokens.size !== nfts || !right)
    return say(1, `Not every row was minted once: ${JSON.stringify(done.counts)}, ${tokens.size} tokens.`)
  return say(
    0,
    `${nfts} of ${nfts} NFTs minted once into ${done.contractAddress} on ${chain}, for ${moneyText(done.fee)}.`,
  )
}

/** Whether each token's owner on the chain is its row's recipient. */
async function isHeld(
  url: string,
  contract: string | null,
  rows: readonly { row: number; tokenId: string | null }[],
  holderOf: (row: number) => string,
): Promise<boolean> {
  const node = rpcClient(url)
  for (const { row, tokenId } of rows) {
    const owner = await ownerOf(node, (contract ?? '0x') as `0x${string}`, Number(tokenId))
    if (owner?.toLowerCase() !== holderOf(row)) return false
  }
  return true
}

function say(code: number, line: string): number {
  process.stdout.write(`${line}\n`)
  return code
}
