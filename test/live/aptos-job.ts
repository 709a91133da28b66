/**
 * What Mintdesk does on Aptos, on a network that is real or plays one: a spreadsheet of 60 rows in bulk, while answers to what is sent are lost and
 * the core is closed in the middle; then an update, a transfer out of a user's wallet and a burn. What stands on chain is read past all of ours.
 */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { AptosChain } from '../../src/shared/chains.ts'
import { moneyText } from '../../src/shared/format.ts'
import { type Caller, withCore } from '../core/trial-core.ts'
import { openRestProxy, type RestProxy } from '../faults/rest-proxy.ts'
import { collectionOn, liveProject, mint, rowsOf, runOf, until } from './live-job.ts'

export interface AptosJob {
  /** The data folder. */
  folder: string
  chain: AptosChain
  /** The words of the live projects' keys. */
  seed: string
  /** A node's, with `/v1`. */
  rpc: string
  say(line: string): void
  /** Gives the treasury coin; absent: it has some. */
  fund?: (address: string) => Promise<void>
}

const nfts = 60
/** The last ones go to wallets of the project's users, out of which they can be moved, and where they can be burnt. */
const ofUsers = 3
/** Of these transactions the node hears, and nobody hears of that. */
const answersLost = 2

/** @throws with a sentence where something is not as it should be */
export async function aptosJob({ folder, chain, seed, rpc, say, fund }: AptosJob): Promise<void> {
  const proxy = await openRestProxy()
  proxy.target = rpc
  const options = { env: { MINTDESK_LIVE_SEED: seed } }
  // Another collection and other rows each time: the chain remembers those before.
  const name = `trial-${Date.now()}`
  const run = await withCore(
    folder,
    async (core) => {
      const { call } = await liveProject(core, 'Aptos trial')
      await answered(call('PUT', `/app/networks/${chain}/rpcs`, { rpcs: [proxy.url] }))
      await collectionOn(call, name, chain)
      const isLost = loseAnswers(proxy)
      const { price, run } = await mint(call, name, `${name}.csv`, sheet(name, chain))
      const { address, balance } = price.treasury
      say(`The treasury ${address} holds ${moneyText(balance)}; expected fee ${moneyText(price.fee.expected)}.`)
      if (fund) await fund(address)
      else if (price.shortfall.amount !== '0')
        throw new Error(`The treasury ${address} lacks ${moneyText(price.shortfall)}: send it coin on ${chain}.`)
      await until(
        () => runOf(call, run.id),
        ({ counts }) => isLost() && counts.sent + counts.succeeded > 0,
        200,
      )
      return run.id
    },
    options,
  ).catch(async (error: unknown) => {
    await proxy.close()
    throw error
  })
  say(`${answersLost} answers of the node were lost; closed in the middle; opening it again.`)
  try {
    await withCore(folder, (core) => afterwards(core, { chain, name, run, rpc, say }), options)
  } finally {
    await proxy.close()
  }
}

type Opened = Parameters<typeof liveProject>[0]
type Rest = Pick<AptosJob, 'chain' | 'rpc' | 'say'> & { name: string; run: string }

async function afterwards(core: Opened, { chain, name, run, rpc, say }: Rest): Promise<void> {
  const { call, id: project } = await liveProject(core, 'Aptos trial')
  const done = await until(
    () => runOf(call, run),
    ({ completedAt }) => completedAt !== null,
    500,
  )
  const rows = (await rowsOf(call, run)).sort((one, other) => one.row - other.row)
  const nftsPath = `/api/2022-06-09/collections/${name}/nfts`
  const standing = await Promise.all(rows.map(async (_, place) => onChainOf(call, `${nftsPath}/${name}-${place}`)))
  const tokens = standing.map(({ tokenAddress }) => tokenAddress)
  for (const [place, { tokenAddress, owner }] of standing.entries()) {
    const held = await ownerOf(rpc, tokenAddress)
    require(held === owner, `${tokenAddress} is held by ${held}, not by ${owner}`)
    require(place >= nfts - ofUsers || owner === recipientOf(`${name} ${place}`), `row ${place + 2} went to ${owner}`)
  }
  require(done.counts.succeeded === nfts && new Set(tokens).size === nfts, JSON.stringify(done.counts))
  const counted = await mintedIn(rpc, done.contractAddress ?? '')
  require(counted === nfts, `the collection counts ${counted} tokens`)
  say(`${nfts} of ${nfts} minted once into ${done.contractAddress}, for ${moneyText(done.fee)}.`)

  const [updated, moved, burnt] = standing.slice(-ofUsers)
  if (!updated || !moved || !burnt) throw new Error('there are too few')
  const id = (place: number) => `${name}-${nfts - ofUsers + place}`
  const uri = `https://example.com/${name}/updated.json`
  const update = await answered(call('PATCH', `${nftsPath}/${id(0)}`, { metadata: uri, reuploadLinkedFiles: false }))
  await succeeded(call, String(update.json.actionId))
  require((await uriOf(rpc, updated.tokenAddress)) === uri, `${updated.tokenAddress} has another URI`)
  say(`Updated ${updated.tokenAddress}.`)

  await answered(call('PATCH', `/app/projects/${project}`, { enterprise: true }))
  const to = recipientOf(`${name} moved`)
  const body = { chain, fromAddress: moved.owner, toAddress: to, tokenMintAddress: moved.tokenAddress }
  const transfer = await answered(call('POST', '/api/v1-alpha1/transfer', body))
  await succeeded(call, String(transfer.headers.get('location')?.split('/').at(-1)))
  require((await ownerOf(rpc, moved.tokenAddress)) === to, `${moved.tokenAddress} was not moved`)
  say(`Moved ${moved.tokenAddress} from ${moved.owner}, which holds no coin, to ${to}.`)

  const burn = await answered(call('DELETE', `${nftsPath}/${id(2)}`))
  await succeeded(call, String(burn.json.actionId))
  require((await ownerOf(rpc, burnt.tokenAddress)) === null, `${burnt.tokenAddress} is still there`)
  say(`Burnt ${burnt.tokenAddress}.`)
}

/** Loses the node's answer to every other sending, a few times; the returned function tells whether it was so often. */
function loseAnswers(proxy: RestProxy): () => boolean {
  let sent = 0
  proxy.fate = ({ method, path }) => {
    if (method !== 'POST' || !/^\/transactions(\/batch)?(\?|$)/.test(path)) return 'pass'
    sent += 1
    return sent % 2 === 1 && sent < 2 * answersLost ? 'lost' : 'pass'
  }
  return () => sent >= 2 * answersLost - 1
}

function sheet(name: string, chain: string): Uint8Array {
  const lines = Array.from({ length: nfts }, (_, at) => {
    const recipient = at < nfts - ofUsers ? recipientOf(`${name} ${at}`) : `userId:user-${at}:${chain}`
    return `${name}-${at},${recipient},https://example.com/${name}/${at}.json`
  })
  return Buffer.from(['id,recipient,metadata_uri', ...lines, ''].join('\n'))
}

/** An address that nobody has used before, the same for the same name. */
function recipientOf(name: string): string {
  return `0x${createHash('sha256').update(name).digest('hex')}`
}

const nft = z.object({
  onChain: z.object({ status: z.literal('success'), tokenAddress: z.string(), owner: z.string() }),
})

async function onChainOf(call: Caller, path: string) {
  return nft.parse((await answered(call('GET', path))).json).onChain
}

async function answered(answer: ReturnType<Caller>): ReturnType<Caller> {
  const { status, text } = await answer
  if (status >= 300) throw new Error(text)
  return answer
}

async function succeeded(call: Caller, action: string): Promise<void> {
  const { json } = await until(
    () => answered(call('GET', `/api/2022-06-09/actions/${action}`)),
    ({ json: { status } }) => status !== 'pending',
    200,
  )
  require(json.status === 'succeeded', JSON.stringify(json))
}

function require(isSo: boolean, what: string): void {
  if (!isSo) throw new Error(`Not as it should be: ${what}.`)
}

const objectCore = z.object({ data: z.object({ owner: z.string() }) })
const tokenResource = z.object({ data: z.object({ uri: z.string() }) })
const supply = z.object({ data: z.object({ total_minted: z.object({ value: z.string() }) }) })

async function ownerOf(rpc: string, address: string): Promise<string | null> {
  const found = await resource(rpc, address, '0x1::object::ObjectCore', objectCore)
  return found && `0x${found.data.owner.slice(2).padStart(64, '0')}`
}

async function uriOf(rpc: string, address: string): Promise<string | undefined> {
  return (await resource(rpc, address, '0x4::token::Token', tokenResource))?.data.uri
}

async function mintedIn(rpc: string, collection: string): Promise<number> {
  return Number((await resource(rpc, collection, '0x4::collection::ConcurrentSupply', supply))?.data.total_minted.value)
}

async function resource<Schema extends z.ZodType>(
  rpc: string,
  address: string,
  type: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const answer = await fetch(`${rpc}/accounts/${address}/resource/${type}`)
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`The RPC answers with status ${answer.status}.`)
  return schema.parse(await answer.json())
}
