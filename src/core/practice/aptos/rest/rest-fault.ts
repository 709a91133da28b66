/** An error of a request, in a fullnode's shape. */
export class RestFault extends Error {
  override readonly name = 'RestFault'
  readonly status: number
  readonly code: string
  readonly vmCode: number | null

  constructor(status: number, code: string, message: string, vmCode: number | null = null) {
    super(message)
    this.status = status
    this.code = code
    this.vmCode = vmCode
  }
}

export function invalidInput(message: string): RestFault {
  return new RestFault(400, 'invalid_input', message)
}

export function faultBody({ message, code, vmCode }: RestFault): string {
  return JSON.stringify({ message, error_code: code, vm_error_code: vmCode })
}
