/**
 * Receives messages and accounts for them. Reading order: {@link dev.dyno.engine.receive.ConsumerSide} makes the consumers, whose
 * {@link dev.dyno.engine.receive.Receiver}s write into the recorders and the {@link dev.dyno.engine.receive.Ledger}.
 */
package dev.dyno.engine.receive;
