import { expect, it } from 'vitest'
import { namedChain, readWalletText } from '../../src/shared/app-api/wallet-text.ts'

it('says what a text is taken for before anybody is asked', () => {
  const said = {
    'Ada@Example.com': 'An e-mail address',
    'nick.eth': 'A name of ENS',
    'nick.apt': 'A name of the Aptos Name Service',
    'bonfida.sol': 'A name of SNS',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC': 'An address of EVM chains',
    'base:0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC': 'An address on Base',
    'userId:ada:polygon': 'The wallet of a user id on Polygon',
    '0x3C44': 'No whole address of EVM chains: copy it again from the wallet',
    '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293Bc': 'No whole address of EVM chains: copy it again from the wallet',
    '0xAda': 'No whole address of EVM chains: copy it again from the wallet',
    '0xyz': 'It begins as an address does, but is none: copy it again',
    'member-17': 'No address. Look for a user id of this name?',
    'ada.lovelace': 'No address. Look for a user id of this name?',
  }
  for (const [text, sentence] of Object.entries(said)) expect(readWalletText(text), text).toMatchObject({ sentence })
  expect(readWalletText('  ')).toEqual({ kind: 'empty' })
})

it('knows names of name services by their endings, and nothing else as one', () => {
  expect(namedChain(' Sub.Nick.ETH ')).toBeDefined()
  for (const text of ['eth', '.eth', 'nick.eth@example.com', 'nick.etherscan', 'https://nick.eth', 'a b.eth'])
    expect(namedChain(text), text).toBeUndefined()
})
