/** The HTTP requests of updates: only to allowed hosts, also after redirects, and with answers of bounded size. */
import { type ClientRequest, type IncomingMessage, request as plain, type RequestOptions } from 'node:http'
import { request as encrypted } from 'node:https'
import { CancellationToken, type DownloadOptions, HttpExecutor } from 'builder-util-runtime'
import type { DownloadCallOptions } from 'builder-util-runtime/out/httpExecutor.js'
import { isSafe } from './built-in.ts'
import { UpdateError } from './update-error.ts'

/** Ours: a release's file takes one or two hops. */
const mostHops = 5
/** The hosts from which GitHub serves the files of releases. */
const filesOfGithub = /\.githubusercontent\.com$/

/** electron-updater's HTTP client, on Node's modules. Each hop of a request goes through `doDownload`. */
export class BoundedHttp extends HttpExecutor<ClientRequest> {
  /** The most bytes that an answer may have. */
  bound: number
  readonly #base: URL
  readonly #hops = new WeakMap<DownloadCallOptions, number>()

  constructor(base: URL, bound: number) {
    super()
    this.#base = base
    this.bound = bound
  }

  /** The bytes at an address. */
  bytesAt(url: URL): Promise<Buffer> {
    return this.downloadToBuffer(url, { cancellationToken: new CancellationToken() })
  }

  /** Downloads into a file and checks its hash. */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      // After a success, electron-updater may call it without an argument.
      const callback = (error?: Error | null): void => (error ? reject(error) : resolve(destination))
      this.doDownload(optionsOf(url), { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }

  protected override doDownload(options: RequestOptions, call: DownloadCallOptions, redirects: number): void {
    const hops = (this.#hops.get(call) ?? 0) + 1
    this.#hops.set(call, hops)
    const refusal = this.#refusal(options, hops)
    if (refusal === undefined) super.doDownload(options, call, redirects)
    else call.callback(refusal)
  }

  override createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    const request = options.protocol === 'http:' ? plain : encrypted
    return request(options, (response) => {
      callback(response)
      let received = 0
      response.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > this.bound)
          response.destroy(new UpdateError(`${this.#base.host} sent more than the update has, so it was not taken.`))
      })
    })
  }

  #refusal(options: RequestOptions, hops: number): UpdateError | undefined {
    const to = new URL(`${options.protocol}//${options.hostname}${options.port ? `:${options.port}` : ''}`)
    if (hops > mostHops) return new UpdateError(`${this.#base.host} sends requests in a circle: try again tomorrow.`)
    const isOurs = to.host === this.#base.host
    const isGithub = this.#base.hostname === 'github.com' && filesOfGithub.test(to.hostname)
    if (isSafe(to) && (isOurs || isGithub)) return undefined
    return new UpdateError(
      `${this.#base.host} sent the request for an update on to ${to.host}, where Mintdesk takes none from: nothing was downloaded. If it stays so, tell the people who publish Mintdesk.`,
    )
  }
}

function optionsOf({ protocol, hostname, port, pathname, search }: URL): RequestOptions {
  return { protocol, hostname, ...(port === '' ? {} : { port }), path: `${pathname}${search}`, headers: {} }
}
