/**
 * The AMQP 0-9-1 driver, on the RabbitMQ Java client: for RabbitMQ itself, Apache Qpid Broker-J and other brokers of that
 * protocol.
 *
 * <p>Reading order: {@link dev.dyno.driver.rabbitmq.RabbitSettings} → {@link dev.dyno.driver.rabbitmq.RabbitClient} →
 * {@link dev.dyno.driver.rabbitmq.RabbitConnection} → {@link dev.dyno.driver.rabbitmq.AsyncProducer} with
 * {@link dev.dyno.driver.rabbitmq.Confirms}, {@link dev.dyno.driver.rabbitmq.ListenerConsumer}.
 */
package dev.dyno.driver.rabbitmq;
