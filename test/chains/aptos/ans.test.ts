import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ansNames, nameParts } from '../../../src/core/chains/aptos/ans.ts'
import { aptosRpc } from '../../../src/core/chains/aptos/rpc/rpc.ts'
import { type Asked, type Recorded, type RecordedNode, recordedNode, refusal } from './recorded-node.ts'

const router = '0x867ed1f6bf916171b1de3ee92849b8978b7d1b9e0a8cc982a3d19d535dfd9c0c'
const nodes: RecordedNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

/** A node that answers views as a fullnode does: values in a list, an option as a list of none or one. */
const viewArguments = z.object({ arguments: z.tuple([z.string(), z.object({ vec: z.array(z.string()) })]) })

async function names(view: (domain: string, subdomain: string | undefined) => Recorded | null) {
  const node = await recordedNode(({ path, body }: Asked) => {
    if (path !== '/view') return refusal(404, 'web_framework_error')
    const [domain, { vec }] = viewArguments.parse(JSON.parse(body.toString())).arguments
    return view(domain, vec[0])
  })
  nodes.push(node)
  const rpc = aptosRpc(node.url)
  return { node, names: ansNames(async () => rpc, router) }
}

describe('names of the Aptos Name Service', () => {
  it('are asked of its router, and answered with whole addresses', async () => {
    const { node, names: ans } = await names((domain, subdomain) => ({
      body: [{ vec: domain === 'ana' ? [subdomain === 'shop' ? '0xb0b' : '0xa11ce'] : [] }],
    }))
    expect(await ans.resolve(['ana.apt', 'Shop.Ana.apt', 'nobody.apt', 'ana.apt', 'a.b.ana.apt'])).toEqual([
      { kind: 'address', address: `0x${'a11ce'.padStart(64, '0')}`, remarks: [] },
      { kind: 'address', address: `0x${'b0b'.padStart(64, '0')}`, remarks: [] },
      { kind: 'none', why: 'nobody.apt leads to no address: check how it is written, or write the address.' },
      { kind: 'address', address: `0x${'a11ce'.padStart(64, '0')}`, remarks: [] },
      { kind: 'none', why: expect.stringContaining('is no name of Aptos') },
    ])
    // Each once, and what is no name never.
    expect(node.asked.map(({ body }) => JSON.parse(body.toString()))).toEqual(
      expect.arrayContaining([
        { function: `${router}::router::get_target_addr`, type_arguments: [], arguments: ['ana', { vec: [] }] },
        expect.objectContaining({ arguments: ['ana', { vec: ['shop'] }] }),
      ]),
    )
    expect(node.asked).toHaveLength(3)
  })

  it('are nobody’s where the module aborts, and unknown where the node fails', async () => {
    const abort = await names(() => ({
      status: 400,
      body: {
        message: 'Move abort in 0x867e::v2_1_domains: ENAME_NOT_EXIST',
        error_code: 'invalid_input',
        vm_error_code: 4016,
      },
    }))
    expect((await abort.names.resolve(['ana.apt']))[0]).toMatchObject({ kind: 'none' })
    for (const answer of [null, { status: 500, body: 'down' }, { body: ['0x1'] }, { status: 429, body: {} }]) {
      const failing = await names(() => answer)
      expect((await failing.names.resolve(['ana.apt']))[0]).toMatchObject({ kind: 'unknown' })
    }
  })

  it('have one form', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9-]{1,10}[a-zA-Z0-9]$/)
    fc.assert(
      fc.property(part, fc.option(part), (domain, subdomain) => {
        const name = `${subdomain === null ? '' : `${subdomain}.`}${domain}.apt`
        const parts = nameParts(name)
        expect(parts).toEqual({ domain: domain.toLowerCase(), subdomain: subdomain?.toLowerCase() ?? null })
        expect(nameParts(` ${name.toUpperCase()} `)).toEqual(parts)
      }),
    )
    fc.assert(
      fc.property(fc.string(), (text) => {
        const parts = nameParts(text)
        if (parts) expect(parts.domain).toMatch(/^[a-z0-9-]{3,63}$/)
      }),
    )
  })
})
