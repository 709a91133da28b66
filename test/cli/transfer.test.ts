import { expect, it } from 'vitest'
import { endOfAction } from '../../src/cli/await-action.ts'
import { movedLine } from '../../src/cli/commands/transfer.ts'
import { nftNamed } from '../../src/cli/nft-text.ts'
import type { ActionAnswer } from '../../src/shared/api-schemas/actions.ts'
import { withCore, withFolder } from '../core/trial-core.ts'
import { cli } from './run-cli.ts'

const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const mint = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR'

it('of an NFT that is named with its chain, or by the chain of the wallet that holds it', () => {
  const own = { chain: 'polygon', contractAddress: contract, tokenId: '17' }
  expect(nftNamed(`Polygon:${contract}:17`, 'email:ada@example.com')).toEqual(own)
  expect(nftNamed(`${contract}:17`, 'userId:a:b:polygon')).toEqual(own)
  expect(nftNamed(`base:${contract}:17`, 'email:ada@example.com:polygon')).toEqual({ ...own, chain: 'base' })
  const onSolana = { chain: 'solana', tokenMintAddress: mint }
  expect(nftNamed(`sol:${mint}`, '')).toEqual(onSolana)
  expect(nftNamed(mint, 'userId:ada:solana')).toEqual(onSolana)
})

it('of what names no NFT is refused with how to write it', () => {
  expect(() => nftNamed(`${contract}:17`, contract)).toThrow(
    `"${contract}:17" names no chain: write it as "polygon:${contract}:17".`,
  )
  expect(() => nftNamed('badge', '')).toThrow('"badge" names no NFT: write it as <chain>:<contract>:<token id>')
  for (const text of [contract, `${contract}:`, `${contract}:x`, `${contract}:1:2`])
    expect(() => nftNamed(`base:${text}`, '')).toThrow(
      'names no NFT on base: write it as "base:<contract>:<token id>".',
    )
  expect(() => nftNamed(`solana:${mint}:1`, '')).toThrow('write it as "solana:<mint hash>".')
})

it('is told in a line', () => {
  const data = { chain: 'solana', fromAddress: 'A', toAddress: 'B', txId: 'T' }
  expect(movedLine({ data: { ...data, token: { id: 'x', mintHash: mint } } })).toBe(
    `${mint} went from A to B, by the transaction T.`,
  )
  const units = { id: 'x', contractAddress: contract, tokenId: '7', quantity: '3' }
  expect(movedLine({ data: { ...data, token: units } })).toBe(
    `3 of token 7 of ${contract} went from A to B, by the transaction T.`,
  )
})

it('goes on by itself when the person stops waiting, who is told so', async () => {
  const action = async (actionId: string): Promise<ActionAnswer> => ({
    actionId,
    action: 'wallets:nfts.transfer',
    status: 'pending',
    data: { chain: 'polygon' },
    startedAt: '2026-01-31T12:00:00.000Z',
    resource: '',
  })
  await expect(endOfAction({ stop: AbortSignal.abort() }, { action }, 'moved')).rejects.toMatchObject({
    code: 'interrupted',
    exitCode: 130,
    message: expect.stringContaining('the action moved was accepted'),
  })
})

it('needs enterprise access, and a wallet of the project', async () => {
  await withFolder((home) =>
    withCore(home, async () => {
      const move = (from: string, ...more: string[]) =>
        cli(home, 'transfer', `polygon:${contract}:17`, '--from', from, '--to', 'userId:bob', ...more)
      const off = await move('email:ada@example.com')
      const [, cure = ''] = /with "mintdesk (projects enterprise on [\w-]+)"/.exec(off.stderr) ?? []
      expect(off.code).toBe(1)
      expect(await cli(home, ...cure.split(' '))).toMatchObject({ code: 0, stderr: '' })
      const stranger = await move(contract, '--json')
      expect([stranger.code, JSON.parse(stranger.stdout)]).toEqual([
        1,
        {
          error: true,
          code: 'wallet.notFound',
          message: `${contract} is no wallet of this project, so nothing can be transferred out of it here.`,
        },
      ])
      const none = await move('email:ada@example.com', '--quantity', '0')
      expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('whole number from 1')])
    }),
  )
})
