package dev.dyno.driver.rabbitmq;

import com.rabbitmq.client.Connection;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes the driver's part of the semantics card. */
final class SemanticsCard {

    private SemanticsCard() {}

    /** What client and broker said of themselves when they met. */
    record Broker(String client, String product) {

        static Broker of(Connection connection) {
            return new Broker(
                    "amqp-client " + connection.getClientProperties().get("version"),
                    Product.of(connection).toString());
        }
    }

    static Semantics of(ProducerSpec spec, Settings settings, Optional<Broker> broker) {
        boolean confirmed = settings.confirms() || spec.mode() == SendMode.TRANSACTED;
        boolean queue = !spec.destination().isTopic() || settings.queue().isStream();
        Map<String, String> facts = new TreeMap<>();
        broker.ifPresent(known -> {
            facts.put("client", known.client());
            facts.put("broker", known.product());
        });
        facts.put("protocol", "AMQP 0-9-1");
        facts.put("persistent", spec.persistent() ? "yes" : "no");
        facts.put("send mode", Settings.word(spec.mode()));
        facts.put("confirms", settings.confirms() ? "yes" : "no");
        facts.put("mandatory", settings.mandatory(!queue) ? "yes" : "no");
        facts.put("io", Settings.word(settings.io()));
        facts.put("prefetch", settings.prefetch() == 0 ? "unlimited" : String.valueOf(settings.prefetch()));
        facts.put("acknowledgements", acknowledgements(settings));
        facts.put("queue type", settings.queue().type().map(Settings::word).orElse("default of the broker"));
        facts.put("queue durable", settings.queue().durable() ? "yes" : "no");
        settings.queue().arguments().forEach((name, value) -> facts.put("queue " + name, String.valueOf(value)));
        if (!queue) {
            facts.put("exchange", settings.exchange().type());
        }
        return new Semantics(confirmed ? AcknowledgedBy.BROKER : AcknowledgedBy.CLIENT, facts);
    }

    private static String acknowledgements(Settings settings) {
        if (settings.autoAck()) {
            return "none (auto-ack)";
        }
        int every = settings.acknowledgeEvery(false);
        return every == 1 ? "each" : "every " + every;
    }
}
