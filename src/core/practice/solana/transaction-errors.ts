import type { TransactionFault } from '../../store/installation/solana-ledger.ts'

/** litesvm's errors of a failed transaction, as the JSON of an RPC node. The lists are in the order of litesvm's numbers. */

const transactionErrors =
  'AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData InvalidAddressLookupTableIndex InvalidRentPayingAccount WouldExceedMaxVoteCostLimit WouldExceedAccountDataTotalLimit MaxLoadedAccountsDataSizeExceeded ResanitizationNeeded InvalidLoadedAccountsDataSizeLimit UnbalancedTransaction ProgramCacheHitMaxLimit CommitCancelled'.split(
    ' ',
  )

const instructionErrors =
  'GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete ProgramFailedToCompile Immutable IncorrectAuthority AccountNotRentExempt InvalidAccountOwner ArithmeticOverflow UnsupportedSysvar IllegalOwner MaxAccountsDataAllocationsExceeded MaxAccountsExceeded MaxInstructionTraceLengthExceeded BuiltinProgramsMustConsumeComputeUnits BorshIoError'.split(
    ' ',
  )

/** litesvm reports an error as a number, or as an object whose class name is its kind. */
export function faultOf(error: unknown): TransactionFault {
  if (typeof error === 'number') return transactionErrors[error] ?? 'Unknown'
  if (typeof error !== 'object' || error === null) return String(error)
  const field = (name: string): unknown => Reflect.get(error, name)
  switch (error.constructor.name) {
    case 'TransactionErrorInstructionError': {
      const read = field('err')
      return {
        InstructionError: [field('index'), instructionFault(typeof read === 'function' ? read.call(error) : null)],
      }
    }
    case 'TransactionErrorDuplicateInstruction':
      return { DuplicateInstruction: field('index') }
    case 'TransactionErrorInsufficientFundsForRent':
      return { InsufficientFundsForRent: { account_index: field('accountIndex') } }
    case 'TransactionErrorProgramExecutionTemporarilyRestricted':
      return { ProgramExecutionTemporarilyRestricted: { account_index: field('accountIndex') } }
    default:
      return String(error)
  }
}

function instructionFault(error: unknown): unknown {
  if (typeof error === 'number') return instructionErrors[error] ?? 'GenericError'
  if (typeof error !== 'object' || error === null) return 'GenericError'
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'number' ? { Custom: code } : { BorshIoError: String(Reflect.get(error, 'msg') ?? '') }
}

const sentences: Readonly<Record<string, string>> = {
  BlockhashNotFound: 'Blockhash not found',
  AlreadyProcessed: 'This transaction has already been processed',
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  SignatureFailure: 'Transaction signature verification failure',
}

/** An RPC node's sentence for a fault. */
export function faultText(fault: TransactionFault): string {
  if (typeof fault === 'string') return sentences[fault] ?? fault
  const failed = fault.InstructionError
  if (!Array.isArray(failed)) return JSON.stringify(fault)
  const [index, reason]: unknown[] = failed
  const custom = typeof reason === 'object' && reason !== null ? Reflect.get(reason, 'Custom') : undefined
  const text =
    typeof custom === 'number'
      ? `custom program error: 0x${custom.toString(16)}`
      : typeof reason === 'string'
        ? reason.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
        : JSON.stringify(reason)
  return `Error processing Instruction ${index}: ${text}`
}
