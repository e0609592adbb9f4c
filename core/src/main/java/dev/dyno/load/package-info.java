/**
 * Puts a workload on a broker and measures it. Reading order: {@link dev.dyno.load.LocalRunner} runs {@link
 * dev.dyno.load.SendLoop}s and {@link dev.dyno.load.Receiver}s, which write into {@link dev.dyno.load.Recorder}s and the
 * {@link dev.dyno.load.Ledger}.
 */
@NullMarked
package dev.dyno.load;

import org.jspecify.annotations.NullMarked;
