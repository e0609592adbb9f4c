package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.SettingValues;
import dev.dyno.driver.setting.ValueType;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the driver's part of the semantics card. */
final class SemanticsCard {

    private SemanticsCard() {}

    /** Client and broker, as they introduced themselves when the connection was opened. */
    record Broker(String client, Product product) {

        static Broker of(Connection connection) {
            return new Broker("amqp-client " + connection.getClientProperties().get("version"), Product.of(connection));
        }
    }

    static Semantics of(ProducerSpec spec, SettingValues settings, Optional<Broker> broker) {
        boolean confirmed = settings.get(RabbitSettings.CONFIRMS) || spec.mode() == SendMode.TRANSACTED;
        boolean queue = !spec.destination().isTopic() || RabbitSettings.isStream(settings);
        Map<String, String> facts = new TreeMap<>();
        broker.ifPresent(known -> {
            facts.put("client", known.client());
            facts.put("broker", known.product().toString());
            known.product().cluster().ifPresent(name -> facts.put(Semantics.CLUSTER, name));
        });
        facts.put("protocol", "AMQP 0-9-1");
        facts.put(Semantics.PERSISTENT, persistent(spec, queue, settings));
        facts.put("send mode", ValueType.word(spec.mode()));
        facts.put("confirms", settings.get(RabbitSettings.CONFIRMS) ? "yes" : "no");
        facts.put("mandatory", RabbitSettings.mandatory(settings, !queue) ? "yes" : "no");
        facts.put("io", ValueType.word(settings.get(RabbitSettings.IO)));
        facts.put(
                "prefetch",
                settings.get(RabbitSettings.PREFETCH) == 0
                        ? "unlimited"
                        : String.valueOf(settings.get(RabbitSettings.PREFETCH)));
        facts.put("acknowledgements", acknowledgements(settings));
        facts.put(
                "queue type",
                settings.given(RabbitSettings.QUEUE_TYPE).map(ValueType::word).orElse("default of the broker"));
        facts.put("queue durable", settings.get(RabbitSettings.QUEUE_DURABLE) ? "yes" : "no");
        settings.family(RabbitSettings.QUEUE_ARGUMENTS)
                .forEach((name, value) -> facts.put("queue " + name, String.valueOf(value)));
        if (!queue) {
            facts.put("exchange", settings.get(RabbitSettings.EXCHANGE_TYPE));
        }
        return new Semantics(confirmed ? AcknowledgedBy.BROKER : AcknowledgedBy.CLIENT, facts);
    }

    private static String persistent(ProducerSpec spec, boolean queue, SettingValues settings) {
        if (!spec.persistent()) {
            return "no";
        }
        if (!queue) {
            return Semantics.IN_DURABLE_SUBSCRIPTIONS;
        }
        return settings.get(RabbitSettings.QUEUE_DURABLE) ? "yes" : "no: the queue is not durable";
    }

    private static String acknowledgements(SettingValues settings) {
        if (settings.get(RabbitSettings.AUTO_ACK)) {
            return "none (auto-ack)";
        }
        int every = RabbitSettings.acknowledgeEvery(settings, false);
        String often = every == 1 ? "each" : "every " + every;
        return switch (settings.get(RabbitSettings.ANSWER)) {
            case ACK -> often;
            case DROP -> often + ", rejected";
            case REQUEUE -> often + ", rejected and requeued";
        };
    }
}
