/** The main job on a testnet: the program of `npm run test:live`, on a network that is real. */
import { isDeepStrictEqual } from 'node:util'
import { ownerOf } from '../../src/core/chains/evm/contracts/views.ts'
import { rpcClient } from '../../src/core/chains/evm/rpc/rpc.ts'
import { isLiveChain, knownNetworks } from '../../src/core/chains/networks.ts'
import { solanaRpc } from '../../src/core/chains/solana/rpc/rpc.ts'
import { sharedContracts } from '../../src/shared/app-api.ts'
import { isSolanaChain } from '../../src/shared/chains.ts'
import { moneyText } from '../../src/shared/format.ts'
import { type Caller, withCore } from '../core/trial-core.ts'
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

export interface TestnetJob {
  /** The data folder. */
  folder: string
  chain: string
  /** The words of the live projects' keys. */
  seed: string
  /** The public ones when absent. */
  rpcs: string[] | undefined
  say(line: string): void
}

const nfts = 20

/** @throws with a sentence where something is not as it should be */
export async function testnetJob({ folder, chain, seed, rpcs, say }: TestnetJob): Promise<void> {
  if (!isLiveChain(chain)) throw new Error(`There is no live network named ${JSON.stringify(chain)}.`)
  const options = { env: { MINTDESK_LIVE_SEED: seed }, trial: { chains: { limits: { mintsPerBatch: 5 } } } }
  const holderOf = isSolanaChain(chain) ? solanaRecipientOf : recipientOf
  // Another collection and other rows each time: the chain remembers those before.
  const name = `trial-${Date.now()}`
  const id = await withCore(
    folder,
    async (core) => {
      const { call } = await liveProject(core, 'Live trial')
      if (rpcs) await call('PUT', `/app/networks/${chain}/rpcs`, { rpcs })
      for (const { url, verdict } of (await call('POST', `/app/networks/${chain}/test`, {})).json as unknown as {
        url: string
        verdict: string
      }[])
        say(`${url}: ${verdict}`)
      await collectionOn(call, name, chain)
      const { price, run } = await mint(call, name, `${name}.csv`, hostedSheet(name, nfts, holderOf))
      say(
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
  say('Closed in the middle; opening it again.')
  const { done, rows, source } = await withCore(
    folder,
    async (core) => {
      const { call } = await liveProject(core, 'Live trial')
      const done = await until(
        () => runOf(call, id),
        ({ completedAt }) => completedAt !== null,
        1_000,
      )
      const rows = await rowsOf(call, id)
      // What was minted is told first, whatever explorers say.
      const source = await verified(call, chain).catch((error: unknown) => error)
      return { done, rows, source }
    },
    options,
  )
  const url = rpcs?.[0] ?? knownNetworks().live(chain).rpcs[0] ?? ''
  const tokens = new Set(rows.map(({ tokenId }) => tokenId))
  const right = isSolanaChain(chain)
    ? isDeepStrictEqual(
        (await ownersOnChain(folder, solanaRpc(url))).sort(),
        rows.map(({ row }) => holderOf(`${name} ${row - 2}`)).sort(),
      )
    : await isHeld(url, done.contractAddress, rows, (row) => holderOf(`${name} ${row - 2}`))
  if (done.counts.succeeded !== nfts || tokens.size !== nfts || !right)
    throw new Error(`Not every row was minted once: ${JSON.stringify(done.counts)}, ${tokens.size} tokens.`)
  say(`${nfts} of ${nfts} NFTs minted once into ${done.contractAddress} on ${chain}, for ${moneyText(done.fee)}.`)
  if (!Array.isArray(source)) throw source
  for (const line of source) say(line)
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

/** Has explorers told the source of the contracts that collections share; nothing where the family has none. @throws where it is not verified */
async function verified(call: Caller, chain: string): Promise<string[]> {
  const ours = async () =>
    sharedContracts
      .parse((await call('GET', '/app/contracts')).json)
      .contracts.filter((one) => one.chain === chain && one.state !== 'missing')
  if ((await ours()).length === 0) return []
  await call('POST', '/app/contracts/verify', { chain })
  const ended = await until(ours, (all) => all.every(({ state }) => state === 'verified' || state === 'failed'), 2_000)
  const failed = ended.find(({ state }) => state === 'failed')
  if (failed) throw new Error(`The source of ${failed.name} is not verified: ${failed.message}`)
  return ended.map(({ name, via, url }) => `The source of ${name} is verified by ${via}: ${url}`)
}
