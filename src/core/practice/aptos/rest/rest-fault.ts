/** An error of a request, in the shape of a fullnode's. */
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

/** What a request asks is not of the form that it must have. */
export function invalidInput(message: string): RestFault {
  return new RestFault(400, 'invalid_input', message)
}

export function faultBody({ message, code, vmCode }: RestFault): string {
  return JSON.stringify({ message, error_code: code, vm_error_code: vmCode })
}
