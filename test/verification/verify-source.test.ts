import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharedContracts } from '../../src/core/chains/evm/contracts/shared-contracts.ts'
import { etherscanAt } from '../../src/core/verification/etherscan.ts'
import { sourcifyAt } from '../../src/core/verification/sourcify.ts'
import { verifySource } from '../../src/core/verification/verify-source.ts'
import { type Explorers, openExplorers } from './explorers.ts'

const address = '0x00000000000000000000000000000000000000aa'
const at = `8453/${address}`
const submissions = join(import.meta.dirname, '../../resources/contracts/submissions')
const never = new AbortController().signal

let explorers: Explorers
let pauses: number
let read: number
beforeEach(async () => {
  explorers = await openExplorers()
  pauses = 0
  read = 0
})
afterEach(() => explorers.close())

const verify = (key?: string, server = explorers.sourcify) =>
  verifySource(
    {
      sourcify: sourcifyAt(server, never),
      etherscan: key === undefined ? null : etherscanAt(explorers.etherscan, key, never),
      pause: async () => {
        pauses++
      },
    },
    {
      chainId: 8453,
      address,
      submission: async () => {
        read++
        return gunzipSync(readFileSync(join(submissions, 'collection-factory.json.gz'))).toString('utf8')
      },
    },
  )

describe('the source of a contract', () => {
  it('is shipped for every contract that collections share, with the name under which it is asked for', () => {
    for (const { name, submission } of sharedContracts()) {
      const { contractIdentifier, stdJsonInput } = JSON.parse(
        gunzipSync(readFileSync(join(submissions, submission))).toString('utf8'),
      )
      expect(contractIdentifier).toBe(`${name}.sol:${name}`)
      expect(stdJsonInput.sources[`${name}.sol`].content).toContain(`contract ${name}`)
    }
  })

  it('is not sent where it is known', async () => {
    explorers.verified.set(at, 'exact_match')
    expect(await verify()).toMatchObject({
      via: 'sourcify',
      match: 'exact',
      url: `https://repo.sourcify.dev/8453/${address}`,
      remark: null,
    })
    expect(explorers.asked).toEqual([`GET /v2/contract/${at}`])
    expect(read).toBe(0)
  })

  it('is found by its likeness to another chain’s, and not sent', async () => {
    explorers.similar.add(at)
    explorers.forwarded = { blockscout: { explorerUrl: 'https://base.blockscout.com/address/0xaa' } }
    expect(await verify()).toMatchObject({
      match: 'exact',
      explorers: [{ explorer: 'blockscout', url: 'https://base.blockscout.com/address/0xaa', error: null }],
    })
    expect(explorers.submitted).toEqual([])
    expect(pauses).toBe(1)
  })

  it('is sent with its settings where nobody knows it', async () => {
    expect(await verify()).toMatchObject({ via: 'sourcify', match: 'exact' })
    expect(explorers.submitted).toMatchObject([
      {
        compilerVersion: '0.8.37+commit.f401782d',
        contractIdentifier: 'CollectionFactory.sol:CollectionFactory',
        stdJsonInput: { settings: { evmVersion: 'paris', viaIR: true, metadata: { bytecodeHash: 'ipfs' } } },
      },
    ])
  })

  it('counts as verified when somebody else was quicker', async () => {
    explorers.instead.set('POST /v2/verify/similarity', {
      status: 429,
      body: { customCode: 'duplicate_verification_request', message: 'Under way.', errorId: '1' },
    })
    const asked = verify()
    explorers.verified.set(at, 'match')
    expect(await asked).toMatchObject({ via: 'sourcify' })
  })

  it.each([
    [429, { customCode: 'similarity_cooldown', message: 'Searched two minutes ago.', errorId: '1' }],
    [404, { customCode: 'cannot_fetch_bytecode', message: 'There is no bytecode.', errorId: '1' }],
    [502, { customCode: 'cannot_fetch_bytecode', message: 'Failed to get bytecode.', errorId: '1' }],
  ])('is sent also where Sourcify does not look for its likeness: %s %o', async (status, body) => {
    explorers.instead.set('POST /v2/verify/similarity', { status, body })
    expect(await verify()).toMatchObject({ via: 'sourcify', match: 'exact' })
    expect(explorers.submitted).toHaveLength(1)
  })

  it('is not said to differ where the service could not look at the chain', async () => {
    explorers.matches = () => false
    explorers.reason = 'cannot_fetch_bytecode'
    await expect(verify()).rejects.toMatchObject({
      code: 'verification.answer',
      message: `Sourcify could not compare the source with the code that lies at ${address} (cannot_fetch_bytecode (“No.”)): try again later.`,
    })
  })

  it('that differs from what lies there is refused with the service’s reason', async () => {
    explorers.matches = () => false
    await expect(verify()).rejects.toMatchObject({
      code: 'verification.refused',
      message: `Sourcify does not come to the code that lies at ${address}: no_match (“No.”).`,
    })
  })

  it('that was verified without its comments before stays so', async () => {
    explorers.verified.set(at, 'match')
    explorers.matches = () => false
    expect(await verify()).toMatchObject({ match: 'partial' })
  })

  it.each([
    [429, { customCode: 'too_many', message: 'Slow down' }, 'verification.limited', 'asked too often'],
    [404, { customCode: 'unsupported_chain', message: 'No' }, 'verification.unsupported', 'does not know this network'],
    [503, {}, 'verification.unreachable', 'status 503'],
    [302, {}, 'verification.refused', 'status 302'],
    [200, 'what', 'verification.answer', 'update Mintdesk'],
    [200, { match: 'certainly' }, 'verification.answer', 'update Mintdesk'],
  ])('a service that answers %s %o is told of', async (status, body, code, words) => {
    explorers.instead.set('GET /v2/contract', { status, body, headers: { location: 'http://127.0.0.1:9/elsewhere' } })
    await expect(verify()).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
    expect(explorers.asked).toHaveLength(1)
  })

  it('a service that does not end is told of, with what to do then', async () => {
    explorers.instead.set('GET /v2/verify/job', {
      status: 200,
      body: { isJobCompleted: false, contract: { match: null } },
    })
    await expect(verify()).rejects.toMatchObject({
      code: 'verification.limited',
      message: 'Sourcify has not ended after five minutes: have it verified again later.',
    })
  })

  it('a service that is down is told of', async () => {
    await expect(verify(undefined, 'http://127.0.0.1:9')).rejects.toMatchObject({
      code: 'verification.unreachable',
      message: expect.stringContaining('see that this machine is online'),
    })
  })
})

describe('with a key of Etherscan', () => {
  it('it is asked itself where Sourcify could not hand the source on', async () => {
    explorers.forwarded = { etherscan: { error: 'NOTOK: Max rate limit reached' } }
    expect(await verify('a-good-key')).toMatchObject({
      via: 'sourcify',
      explorers: [{ explorer: 'etherscan', error: null }],
      remark: null,
    })
    expect(explorers.submitted.at(-1)).toMatchObject({
      codeformat: 'solidity-standard-json-input',
      contractname: 'CollectionFactory.sol:CollectionFactory',
      compilerversion: 'v0.8.37+commit.f401782d',
      contractaddress: address,
    })
  })

  it('it verifies what Sourcify cannot', async () => {
    explorers.taken = { status: '0', result: 'Contract source code already verified' }
    const verified = await verify('a-good-key', 'http://127.0.0.1:9')
    expect(verified).toMatchObject({ via: 'etherscan', match: null, url: null })
    expect(verified.remark).toContain('Sourcify cannot be reached')
  })

  it.each([
    [{ result: 'Fail - Unable to verify' }, 'verification.refused', 'comes to other code than lies there'],
    [{ result: 'Unknown UID' }, 'verification.answer', 'does not say what it came to (“Unknown UID”)'],
    [{ result: null, message: 'Unexpected error, timeout or server too busy.' }, 'verification.answer', 'too busy'],
  ])('its answer %o is told as what it is', async (answer, code, words) => {
    const etherscan = etherscanAt(explorers.etherscan, 'a-good-key', never)
    explorers.instead.set('GET /etherscan', { status: 200, body: { status: '0', message: 'NOTOK', ...answer } })
    await expect(etherscan.checked(8453, 'a-guid')).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    })
  })

  it('the key is told to nobody, though an answer repeats it', async () => {
    explorers.taken = { status: '0', result: 'The plan of a-good-key has no access to this chain: apikey=a-good-key' }
    const failed = await verify('a-good-key', 'http://127.0.0.1:9').catch((error: unknown) => String(error))
    expect(failed).toContain('The plan of …-key has no access')
    expect(failed).not.toContain('a-good-key')
  })

  it.each([
    ['a-bad-key', '', 'does not take the key'],
    ['a-good-key', 'Max rate limit reached', 'asked too often with this key'],
    ['a-good-key', 'Unable to locate ContractCode at 0xaa', 'does not take the source'],
  ])('%s that answers “%s” says why beside Sourcify’s reason, and never the key', async (key, result, words) => {
    explorers.matches = () => false
    explorers.taken = { status: '0', result }
    const failed = await verify(key).catch((error: unknown) => String(error))
    expect(failed).toContain('Sourcify does not come to the code')
    expect(failed).toContain(words)
    expect(failed).not.toContain(key)
  })
})
