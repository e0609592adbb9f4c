/**
 * The driver of MQTT 3.1.1 and 5, on the HiveMQ client.
 *
 * <p>Reading order: {@link dev.dyno.driver.mqtt.MqttDriver} → {@link dev.dyno.driver.mqtt.MqttSettings} → {@link
 * dev.dyno.driver.mqtt.MqttBroker} → {@link dev.dyno.driver.mqtt.MqttConnection} → {@link dev.dyno.driver.mqtt.MqttLink}.
 */
package dev.dyno.driver.mqtt;
