/** Whoever is called by a transaction may refuse in any words, those of the fence of our own contracts too: nothing is done by that. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Chains } from '../../../src/core/chains/family/family.ts'
import { type Outcome, Refusal } from '../../../src/core/chains/family/outcome.ts'
import type { Work } from '../../../src/core/chains/family/work.ts'
import { collectionByPk } from '../../../src/core/store/collections/collections.ts'
import { addAction } from '../../../src/core/store/journal/actions.ts'
import { mintsNow } from '../../../src/core/store/journal/mints-now.ts'
import { addWithdrawal } from '../../../src/core/store/journal/withdrawals.ts'
import { treasury } from '../simulated/client.ts'
import { heldWorld } from '../simulated/held-world.ts'
import { recipient, type SimulatedWorld } from '../simulated/world.ts'

type Refused = Exclude<Outcome, { kind: 'minted' | 'done' }>

const words: readonly Refused[] = [
  { kind: 'another-writer', stored: 7 },
  { kind: 'another-history' },
  { kind: 'replaced-minted', job: `0x${'1'.repeat(64)}`, firstTokenId: 1 },
  { kind: 'already-minted', firstTokenId: 1 },
]

let world: SimulatedWorld
let close: () => Promise<void>
/** Of work that carries no mints: what is said of it before it is signed, or once it is in a block. */
let said: { when: 'prepared' | 'included'; outcome: Refused }

/** An EVM network as the engine meets it, where permissions are used up by nobody. */
function withStrangers(chains: Chains): Chains {
  const isPlain = ({ kind }: Work) => kind === 'burn' || kind === 'fund'
  const client = async () => {
    const met = await chains.client('practice', 'polygon')
    const { prepare, outcome, transfers } = met
    if (transfers) return met
    return Object.assign(met, {
      transfers: {
        holderSends: true,
        standing: async () => ({ kind: 'no-nft' as const }),
        madeBy: async () => null,
        effect: async () => ({ kind: 'absent' as const }),
      },
      prepare: (async (work, ...of) => {
        if (isPlain(work) && said.when === 'prepared') throw new Refusal(said.outcome)
        return await prepare(work, ...of)
      }) satisfies typeof prepare,
      outcome: (async (work, receipt) =>
        isPlain(work) ? said.outcome : await outcome(work, receipt)) satisfies typeof outcome,
    })
  }
  return { ...chains, client, reader: client }
}

beforeEach(async () => {
  ;({ world, close } = await heldWorld({ through: withStrangers }))
  await world.addMints(['warm'])
  await world.settle()
})
afterEach(() => close())

async function rounds(): Promise<void> {
  for (let made = 0; made < 6; made++) {
    await world.round()
    world.chain.mine()
  }
}

/** How a burn ends. */
async function burn() {
  const { db, collectionPk } = world
  const { project_id: projectId, contract_address: contract } = await collectionByPk(db, collectionPk)
  const { pk: mintPk, token_id: tokenId } = await mintsNow(db).select(['pk', 'token_id']).executeTakeFirstOrThrow()
  const owner = { kind: 'userId', user: 'ann' }
  const work = { kind: 'burn', contract, tokenId, holder: recipient('warm'), owner }
  const pk = await addAction(db, { projectId, id: 'burn', kind: 'nfts.delete', collectionPk, mintPk, work }, 1)
  await rounds()
  const { status, error_code, transaction_pk } = await db
    .selectFrom('actions')
    .select(['status', 'error_code', 'transaction_pk'])
    .where('pk', '=', pk)
    .executeTakeFirstOrThrow()
  return { status, error_code, signed: transaction_pk !== null }
}

/** How a withdrawal ends. */
async function withdraw() {
  const { id: project_id } = await world.db.selectFrom('projects').select('id').executeTakeFirstOrThrow()
  const place = { project_id, id: 'w', chain: 'polygon', network: 'practice:polygon', signer: treasury }
  const since = world.chain.count(treasury)
  await addWithdrawal(world.db, { ...place, recipient: recipient('me'), amount: '1000', since }, 1)
  await rounds()
  return await world.db.selectFrom('withdrawals').select(['status', 'error_code']).executeTakeFirstOrThrow()
}

it.each(words)('a burn that is refused before it is signed fails, in the words $kind', async (outcome) => {
  said = { when: 'prepared', outcome }
  expect(await burn()).toMatchObject({ status: 'failed', signed: false })
})

it.each(words)('a burn that is refused in its block fails, in the words $kind', async (outcome) => {
  said = { when: 'included', outcome }
  expect(await burn()).toMatchObject({ status: 'failed', signed: true })
})

it.each(words)('a withdrawal that is refused in its block fails, in the words $kind', async (outcome) => {
  said = { when: 'included', outcome }
  expect(await withdraw()).toEqual({ status: 'failed', error_code: 'chain.reverted' })
})
