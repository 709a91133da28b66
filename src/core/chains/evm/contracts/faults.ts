import { BaseError, decodeErrorResult, type Hex, parseAbi, RawContractError, RpcRequestError } from 'viem'
import { collection721 } from '../../../../../resources/contracts/artifacts/collection-721.ts'
import { collection1155 } from '../../../../../resources/contracts/artifacts/collection-1155.ts'
import type { Outcome } from '../../family/outcome.ts'

/**
 * The revert data in an error of viem's, if the chain executed the call and it reverted; else null. Decided by the node's own message and
 * data, because viem treats any internal error (-32603) of a contract call as a revert.
 */
export function revertData(error: unknown): Hex | 'reverted' | null {
  if (!(error instanceof BaseError)) return null
  const raw = error.walk((cause) => cause instanceof RawContractError)
  if (raw instanceof RawContractError && raw.data)
    return typeof raw.data === 'object' ? (raw.data.data ?? 'reverted') : raw.data
  const said = error.walk((cause) => cause instanceof RpcRequestError)
  if (!(said instanceof RpcRequestError)) return null
  const data: unknown = typeof said.data === 'object' && said.data !== null ? Reflect.get(said.data, 'data') : said.data
  if (typeof data === 'string' && /^0x([0-9a-f]{2})*$/i.test(data) && data !== '0x') return data as Hex
  return /revert/i.test(said.details) ? 'reverted' : null
}

export type Failure = Exclude<Outcome, { kind: 'minted' | 'done' }>

/** Standard errors of contracts that are not ours (EIP-6093); some contracts use errors of their own. */
const strangers = parseAbi([
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC1155InvalidReceiver(address receiver)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
])

const abi = [...collection721.abi, ...collection1155.abi, ...strangers] as const

/** What a revert of a contract means, with a sentence for a person. */
export function revertOutcome(data: Hex | 'reverted'): Failure {
  const failed = (code: string, message: string) => ({ kind: 'failed' as const, code, message })
  if (data === 'reverted' || data === '0x')
    return failed(
      'chain.reverted',
      'The contract refused the transaction and gave no reason. Nothing was minted by it.',
    )
  try {
    const error = decodeErrorResult({ abi, data })
    switch (error.errorName) {
      case 'AlreadyMinted':
        return { kind: 'already-minted', firstTokenId: Number(error.args[0]) }
      case 'PermitUsed':
        return { kind: 'already-minted', firstTokenId: 0 }
      case 'InvalidSignature':
        return failed(
          'permit.refused',
          'The contract does not take the permission of the wallet that holds the NFT: it counts for one collection on one network alone, and a wallet to which code was given (EIP-7702) must accept it itself. Nothing was moved by it. Look at the wallet in a block explorer, then ask again.',
        )
      case 'AnotherWriter':
        return { kind: 'another-writer', stored: error.args[0] }
      case 'AnotherHistory':
        return { kind: 'another-history' }
      case 'ReplacedWasMinted':
        return { kind: 'replaced-minted', job: error.args[0], firstTokenId: Number(error.args[1]) }
      case 'TokenDefinedOtherwise':
        return failed(
          'template.taken',
          `The contract has another template under the token id ${error.args[0]}, which another copy of this project defined. Make a new template, and mint that.`,
        )
      case 'SupplyLimitReached':
        return failed(
          'supply.reached',
          `The collection's supply limit leaves room for ${error.args[0]} more. Raise the limit, or mint fewer.`,
        )
      case 'RecipientRefused':
        return {
          ...failed(
            'recipient.refused',
            `The recipient ${error.args[1]} is a contract that does not take copies of a semi-fungible collection (ERC-1155): name another address.`,
          ),
          place: Number(error.args[0]),
        }
      case 'TokenLimitReached':
        return {
          ...failed(
            'supply.reached',
            `The template's supply limit leaves room for ${error.args[1]} more. Raise the limit, or mint fewer.`,
          ),
          place: Number(error.args[0]),
        }
      case 'NotEnoughGas':
        return failed(
          'chain.outOfGas',
          'The transaction ran out of gas: the network charges more than it estimated. Nothing was minted by it; try again.',
        )
      case 'TokenDoesNotExist':
        return failed('token.missing', 'This NFT does not exist on the chain; it may have been burnt.')
      case 'MetadataIsFrozen':
        return failed('metadata.frozen', 'The metadata of this collection is frozen for good and cannot be changed.')
      case 'Unauthorized':
        return failed(
          'contract.unauthorized',
          "The address of the project's fee balance may not do this on the contract: the collection was handed to another owner, who alone may, or its role as a minter was taken away. Have the owner do it or give the role back, and try again.",
        )
      case 'NotOwnerNorApproved':
        return failed('token.notHeld', 'No wallet of this project holds this NFT, so it cannot be burnt here.')
      case 'BaseURIMissing':
        return failed(
          'metadata.missing',
          'An NFT without metadata needs the base URI of its collection, which has none: set it first.',
        )
      case 'NotTransferable':
        return failed('token.notTransferable', 'The NFTs of this collection cannot be transferred, only burnt.')
      case 'ERC721InvalidReceiver':
      case 'ERC1155InvalidReceiver':
      case 'TransferToNonERC721ReceiverImplementer':
      case 'TransferToNonERC1155ReceiverImplementer':
        return failed('recipient.refused', 'The recipient is a contract that does not take such NFTs: name another.')
      case 'ERC721IncorrectOwner':
      case 'ERC721NonexistentToken':
      case 'ERC1155InsufficientBalance':
      case 'InsufficientBalance':
      case 'TransferFromIncorrectOwner':
        return failed('token.notHeld', 'The wallet of this project does not hold this NFT any more.')
      case 'SupplyLimitBelowMinted':
        return failed('supply.belowMinted', `${error.args[0]} NFTs were minted, so the supply limit cannot be lower.`)
      case 'SaleSupplyTooHigh':
        return failed(
          'supply.reserved',
          `The supply limit leaves room for ${error.args[0]} NFTs to be sold: raise the limit, or set fewer aside for sale.`,
        )
      default:
        return failed('chain.reverted', `The contract refused: ${error.errorName}(${(error.args ?? []).join(', ')}).`)
    }
  } catch {
    return failed(
      'chain.reverted',
      `The contract refused with an error that is not one of a collection's (${data.slice(0, 10)}).`,
    )
  }
}
