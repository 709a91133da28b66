import {
  getDomainKeySync,
  getRecordKeySync,
  getRecordV2Key,
  NAME_TOKENIZER_ID,
  NftRecord,
  Record as SnsRecord,
} from '@bonfida/spl-name-service'
import { ed25519 } from '@noble/curves/ed25519.js'
import { Keypair, PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { nameParts, snsNames } from '../../../src/core/chains/solana/names/sns.ts'
import { solMovesAtSlot } from '../../../src/core/chains/solana/names/srs.ts'
import { solanaRpc } from '../../../src/core/chains/solana/rpc/rpc.ts'
import { snsRecorded } from './sns-accounts.ts'
import { snsNode } from './sns-node.ts'

const { sloth, bobtoshi, chiba, vesting } = snsRecorded
const now = 1_800_000_000_000
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function node(slot = solMovesAtSlot - 1) {
  const made = await snsNode(slot)
  ends.push(made.close)
  const rpc = solanaRpc(made.url, 5_000)
  return { ...made, names: snsNames({ rpc: async () => rpc, clock: () => now }) }
}

const ownedBy = (owner: string) =>
  Buffer.concat([Buffer.alloc(32), new PublicKey(owner).toBuffer(), Buffer.alloc(32)]).toString('base64')
/** The older kind of record: where to send, and the owner's signature over that and over where the record is. */
function signedRecord(label: string, owner: Keypair, target: string): string {
  const content = new PublicKey(target).toBuffer()
  const signed = Buffer.concat([content, getRecordKeySync(label, SnsRecord.SOL).toBuffer()]).toString('hex')
  const signature = ed25519.sign(Buffer.from(signed), owner.secretKey.subarray(0, 32))
  return Buffer.concat([Buffer.alloc(96), content, signature]).toString('base64')
}
const is = (address: string, ...remarks: string[]) => ({ kind: 'address', address, remarks })
const none = (why: string) => ({ kind: 'none', why: expect.stringContaining(why) })

describe('names of the Solana Name Service', () => {
  it('stand for their owner, or for the wallet that a valid record names, in what is finalized, asked together', async () => {
    const { names, registry, put, asked } = await node()
    expect(getDomainKeySync('sloth').pubkey.toBase58()).toBe(sloth.key)
    registry('sloth', sloth.registry)
    registry('bobtoshi', bobtoshi.registry)
    put(getRecordV2Key('bobtoshi', SnsRecord.SOL), bobtoshi.recordV2)
    const ada = Keypair.generate()
    registry('ada', ownedBy(ada.publicKey.toBase58()))
    put(getRecordKeySync('ada', SnsRecord.SOL), signedRecord('ada', ada, sloth.owner))
    registry('shop.sloth', ownedBy(bobtoshi.owner))
    expect(
      await names.resolve([
        ...['sloth.sol', 'bobtoshi.sol', 'ada.sol', 'Shop.SLOTH.sol', 'sloth.sns', 'sloth.sol'],
        ...['nobody.sol', 'a.b.sloth.sol', 'sl\u200both.sol', 'sl\u043eth.sol'],
      ]),
    ).toEqual([
      ...[is(sloth.owner), is(bobtoshi.owner), is(sloth.owner), is(bobtoshi.owner), is(sloth.owner), is(sloth.owner)],
      none('nobody.sol is nobody’s name'),
      ...[none('is no name of SNS'), none('is no name of SNS'), none('is no name of SNS')],
    ])
    expect(asked).toEqual([{ method: 'getMultipleAccounts', keys: 6 * 4, commitment: 'finalized' }])
  })

  it('that were sold do not lead to where their last owner’s records point; a record that nobody confirmed leads nowhere', async () => {
    const { names, registry, put } = await node()
    registry('bobtoshi', ownedBy(sloth.owner))
    put(getRecordV2Key('bobtoshi', SnsRecord.SOL), bobtoshi.recordV2)
    registry('vesting_lsdai_team2', ownedBy(sloth.owner))
    put(getRecordKeySync('vesting_lsdai_team2', SnsRecord.SOL), vesting.recordV1)
    expect(await names.resolve(['bobtoshi.sol', 'vesting_lsdai_team2.sol'])).toEqual([is(sloth.owner), is(sloth.owner)])
    registry('bobtoshi', bobtoshi.registry)
    const unconfirmed = Buffer.from(bobtoshi.recordV2, 'base64')
    unconfirmed[unconfirmed.length - 1] = 0
    put(getRecordV2Key('bobtoshi', SnsRecord.SOL), unconfirmed.toString('base64'))
    expect(await names.resolve(['bobtoshi.sol'])).toEqual([none('whose holder did not confirm it')])
  })

  it('that are wrapped in an NFT are whose NFT it is, never the program’s; what a program holds is nobody’s', async () => {
    const { names, registry, put, holder } = await node()
    registry('chiba', chiba.registry)
    expect(await names.resolve(['chiba.sol'])).toEqual([none('leads to a program')])
    put(NftRecord.findKeySync(getDomainKeySync('chiba').pubkey, NAME_TOKENIZER_ID)[0], chiba.nftRecord)
    expect(await names.resolve(['chiba.sol'])).toEqual([none('wrapped in an NFT')])
    holder(chiba.mint, sloth.owner)
    expect(await names.resolve(['chiba.sol'])).toEqual([is(sloth.owner)])
    registry('vesting_lsdai_team2', ownedBy(vesting.registryOwner))
    put(getRecordKeySync('vesting_lsdai_team2', SnsRecord.SOL), vesting.recordV1)
    expect(await names.resolve(['vesting_lsdai_team2.sol'])).toEqual([none('leads to a program')])
    // On sale: the market's own account holds the NFT.
    holder(chiba.mint, getDomainKeySync('chiba').pubkey.toBase58())
    expect(await names.resolve(['chiba.sol'])).toEqual([none('leads to a program')])
  })

  it('with .sol count after the move to their new registry only while both name the same wallet', async () => {
    const { names, registry, srs, state } = await node(solMovesAtSlot)
    registry('sloth', sloth.registry)
    expect(await names.resolve(['sloth.sol', 'sloth.sns'])).toEqual([
      none('another registry (SRS), and sloth.sol names no wallet there'),
      is(sloth.owner),
    ])
    srs('sloth', bobtoshi.owner)
    expect(await names.resolve(['sloth.sol'])).toEqual([none(`is ${bobtoshi.owner} there, and ${sloth.owner} here`)])
    srs('sloth', sloth.owner)
    expect(await names.resolve(['sloth.sol'])).toEqual([is(sloth.owner)])
    srs('sloth', sloth.owner, { expiry: BigInt(now / 1_000) })
    expect(await names.resolve(['sloth.sol'])).toEqual([none('names no wallet there')])
    srs('sloth', sloth.owner, { kind: 1 })
    expect(await names.resolve(['sloth.sol'])).toEqual([none('names no wallet there')])
    state.slot = solMovesAtSlot - 1
    expect(await names.resolve(['sloth.sol'])).toEqual([is(sloth.owner)])
  })

  it('are unknown while the node fails, and coin alone makes no name', async () => {
    const { names, registry, state } = await node()
    registry('sloth', '')
    expect(await names.resolve(['sloth.sol'])).toEqual([none('nobody’s name')])
    registry('sloth', sloth.registry)
    state.status = 500
    expect(await names.resolve(['sloth.sol', 'chiba.sol'])).toMatchObject([{ kind: 'unknown' }, { kind: 'unknown' }])
  })

  it('are asked for in few calls, however many', async () => {
    const { names, asked } = await node()
    const many = Array.from({ length: 60 }, (_, n) => `name${n}.sol`)
    expect((await names.resolve(many)).every(({ kind }) => kind === 'none')).toBe(true)
    expect(asked.length).toBeLessThanOrEqual(60 / 20 + 1)
  })

  it('have one form', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9_]{0,9}[a-z0-9]$/), fc.constantFrom('sol', 'sns'), (label, ending) => {
        const parts = nameParts(`${label}.${ending}`)
        expect(parts).toEqual({ name: `${label}.${ending}`, label, ending })
        expect(nameParts(` ${label.toUpperCase()}.${ending.toUpperCase()} `)).toEqual(parts)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parts = nameParts(text)
        if ('label' in parts) expect(parts.label.split('.').length).toBeLessThanOrEqual(2)
      }),
    )
  })
})
