import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Account, Aptos, AptosConfig, Network } from '@aptos-labs/ts-sdk'
import { type AptosNode, type AptosNodeStart, openAptosNode } from '../../../src/core/practice/aptos/node.ts'

/** A node in a folder of its own, with a stranger's SDK that knows its address alone. */
export interface NodeUnderTest {
  dir: string
  node: AptosNode
  url: string
  aptos: Aptos
  /** An account that has 100 APT. */
  funded(octas?: number): Promise<Account>
  /** Ends it, and starts it again in its folder. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function nodeUnderTest(commitMs: AptosNodeStart['commitMs'] = 1): Promise<NodeUnderTest> {
  const dir = await mkdtemp(join(tmpdir(), 'mintdesk-aptos-'))
  const open = async () => {
    const node = await openAptosNode({ dir, port: 0, commitMs })
    const url = `http://127.0.0.1:${node.port}/v1`
    const faucet = `http://127.0.0.1:${node.port}`
    const config = new AptosConfig({ network: Network.CUSTOM, fullnode: url, indexer: `${url}/graphql`, faucet })
    return { node, url, aptos: new Aptos(config) }
  }
  const one: NodeUnderTest = {
    dir,
    ...(await open()),
    async funded(amount = 10_000_000_000) {
      const account = Account.generate()
      const options = { waitForIndexer: false }
      await one.aptos.fundAccount({ accountAddress: account.accountAddress, amount, options })
      return account
    },
    async restart() {
      await one.node.close()
      Object.assign(one, await open())
    },
    async close() {
      await one.node.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return one
}
