/**
 * Sends the messages that are due. Reading order: {@link dev.dyno.engine.send.ProducerSide} makes {@link
 * dev.dyno.engine.send.SendLoop}s and {@link dev.dyno.engine.send.BlockingSendLoop}s, each of which sends the messages of one or
 * more {@link dev.dyno.engine.send.MessageStream}s.
 */
package dev.dyno.engine.send;
