package dev.dyno.driver.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.dyno.driver.Capability;
import dev.dyno.driver.Client;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.tck.SettingsContract;
import dev.dyno.driver.tck.TestClient;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest extends SettingsContract {

    @Override
    protected void read(String url, Map<String, String> settings) throws DriverException {
        new MqttDriver().open(TestClient.spec(url, settings)).close();
    }

    @Override
    protected Stream<Refusal> refusals() {
        return Stream.concat(
                settings("mqtt://h", """
                    mqtt.nothing=x | mqtt.nothing: unknown setting of the MQTT driver; must be one of mqtt.version, mqtt.qos, mqtt.retain, mqtt.content-type, mqtt.share-group, mqtt.session-expiry-seconds, mqtt.receive-maximum, mqtt.send-maximum, mqtt.keep-alive-seconds, tls.trust, tls.certificate, tls.key, tls.verify-host.
                    cleanSession=x | cleanSession: unknown setting of the MQTT driver; must be one of mqtt.version, mqtt.qos, mqtt.retain, mqtt.content-type, mqtt.share-group, mqtt.session-expiry-seconds, mqtt.receive-maximum, mqtt.send-maximum, mqtt.keep-alive-seconds, tls.trust, tls.certificate, tls.key, tls.verify-host.
                    mqtt.verson=5 mqtt.qos=7 | mqtt.qos: 7; must be a whole number from 0 to 2. mqtt.verson: unknown setting of the MQTT driver; did you mean mqtt.version?
                    mqtt.version=4 | mqtt.version: 4; must be one of 5, 3.
                    mqtt.qos=3 | mqtt.qos: 3; must be a whole number from 0 to 2.
                    mqtt.receive-maximum=0 | mqtt.receive-maximum: 0; must be a whole number from 1 to 65535.
                    mqtt.send-maximum=many | mqtt.send-maximum: many; must be a whole number from 1 to 65525.
                    mqtt.share-group=a/b | mqtt.share-group: a/b; must be a name without /, + and #.
                    tls.key=nowhere | tls.key: nowhere; must be a PEM file that can be read.
                    mqtt.version=3 mqtt.receive-maximum=10 | mqtt.receive-maximum: MQTT 3.1.1 has no such thing; leave it out or use mqtt.version=5
                    mqtt.version=3 mqtt.session-expiry-seconds=10 | mqtt.session-expiry-seconds: MQTT 3.1.1 has no such thing; leave it out or use mqtt.version=5
                    mqtt.version=3 mqtt.content-type=10 | mqtt.content-type: MQTT 3.1.1 has no such thing; leave it out or use mqtt.version=5
                    """),
                urls(
                        "%s: not the URL of an MQTT broker; must be mqtt://host:port or mqtts://host:port",
                        "broker:1883",
                        "http://broker",
                        "mqtt://",
                        "mqtt://broker/topic",
                        "mqtt://a b",
                        "mqtt://b?x=y"));
    }

    @ParameterizedTest
    @CsvSource({
        "mqtt://broker, mqtt://broker:1883",
        "tcp://broker:1234, mqtt://broker:1234",
        "mqtts://broker, mqtts://broker:8883",
        "ssl://broker:1, mqtts://broker:1",
        "mqtt://[::1]:5/, mqtt://[::1]:5"
    })
    void urlsAreUnderstoodWithTheWordsOfOtherTools(String url, String address) throws DriverException {
        assertThat(Address.of(url)).hasToString(address);
    }

    @ParameterizedTest
    @CsvSource({"3, 0, false, false", "3, 1, false, true", "5, 0, true, false", "5, 2, true, true"})
    void capabilitiesDependOnVersionAndQos(String version, String qos, boolean properties, boolean durable)
            throws DriverException {
        try (Client client = new MqttDriver()
                .open(TestClient.spec("mqtt://nowhere", Map.of("mqtt.version", version, "mqtt.qos", qos)))) {
            assertThat(client.capabilities().has(Capability.PROPERTIES)).isEqualTo(properties);
            assertThat(client.capabilities().has(Capability.DURABLE_SUBSCRIPTIONS))
                    .isEqualTo(durable);
        }
    }

    private static Semantics semantics(Map<String, String> settings) throws DriverException {
        return SemanticsCard.of(TestClient.producing("topic://t", SendMode.ASYNC), MqttSettings.read(settings), false);
    }

    @Test
    void atQos0NothingIsKnownOfTheBroker() throws DriverException {
        Semantics semantics = semantics(Map.of("mqtt.version", "3", "mqtt.qos", "0"));
        assertThat(semantics.acknowledgedBy()).isEqualTo(AcknowledgedBy.CLIENT);
        assertThat(new TreeMap<>(semantics.facts()))
                .hasToString("{acknowledgement=none, client=hivemq-mqtt-client 1.4.0, protocol=MQTT 3.1.1, qos=0,"
                        + " send maximum=65525, send mode=async, tls=no}");
    }

    @Test
    void aWindowThatABrokerOfMqtt3CannotAnnounceIsSmall() throws DriverException {
        assertThat(MqttSettings.sendMaximum(MqttSettings.read(Map.of("mqtt.version", "3", "mqtt.qos", "2"))))
                .isEqualTo(20);
        assertThat(MqttSettings.sendMaximum(
                        MqttSettings.read(Map.of("mqtt.version", "3", "mqtt.qos", "2", "mqtt.send-maximum", "21"))))
                .isEqualTo(21);
        assertThat(MqttSettings.sendMaximum(MqttSettings.read(Map.of("mqtt.version", "5", "mqtt.qos", "2"))))
                .isEqualTo(65_525);
    }

    @ParameterizedTest
    @CsvSource({"1, PUBACK", "2, PUBCOMP"})
    void above0TheBrokerAnswers(String qos, String answer) throws DriverException {
        Semantics semantics = semantics(Map.of("mqtt.qos", qos, "mqtt.receive-maximum", "20"));
        assertThat(semantics.acknowledgedBy()).isEqualTo(AcknowledgedBy.BROKER);
        assertThat(new TreeMap<>(semantics.facts()))
                .hasToString("{acknowledgement=" + answer + ", client=hivemq-mqtt-client 1.4.0, protocol=MQTT 5, qos="
                        + qos + ", receive maximum=20, send maximum=65525, send mode=async, tls=no}");
    }
}
