/** What the window and the frame that shows a model say to each other. The frame has no origin, and reaches no network. */

/** From the window: what the frame runs, the decoders by their file names, and the model. */
export interface ModelMessage {
  script: string
  files: readonly (readonly [name: string, bytes: ArrayBuffer])[]
  model: ArrayBuffer
  /** What it is called, for those who do not see it. */
  name: string
  /** Whether it may turn by itself. */
  turns: boolean
}

/** From the frame: `ready` for the message above; then whether the model is shown. */
export type FrameMessage = 'ready' | 'shown' | 'failed'

/** Where the decoders seem to lie: no such host exists, and nothing is fetched from it. */
export const decoderPlace = 'https://decoders.invalid/'
