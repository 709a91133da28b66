/** What the window and the frame that shows a model say to each other. The frame has no origin, and reaches no network. */

/** From the window: what the frame runs, the decoders by their file names, and the model. */
export interface ModelMessage {
  script: string
  files: readonly (readonly [name: string, bytes: ArrayBuffer])[]
  model: ArrayBuffer
  /** The model's name, for screen readers. */
  name: string
  /** Whether it may turn by itself. */
  turns: boolean
}

/** From the frame: `ready` for the message above; then whether the model is shown. */
export type FrameMessage = 'ready' | 'shown' | 'failed'

/** The address at which the decoders seem to be: no such host exists, and nothing is fetched from it. */
export const decoderPlace = 'https://decoders.invalid/'
