package dev.dyno.driver.jms;

import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.Semantics;
import dev.dyno.driver.Semantics.AcknowledgedBy;
import dev.dyno.driver.setting.ValueType;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;

/** Writes the driver's part of the semantics card. */
final class SemanticsCard {

    private SemanticsCard() {}

    static Semantics of(
            ProducerSpec producer,
            Preset preset,
            ConnectionUrl url,
            Optional<String> provider,
            OptionalInt coreVersion,
            boolean byCompletion) {
        Map<String, String> parameters = preset.parameters(url);
        Map<String, String> facts = new TreeMap<>();
        provider.ifPresent(words -> facts.put("client", words));
        coreVersion.ifPresent(version -> facts.put("broker", ArtemisCore.release(version)));
        preset.values.given(JmsSettings.PROTOCOL).ifPresent(words -> facts.put("protocol", words));
        facts.put(Semantics.PERSISTENT, persistent(producer));
        facts.put("send mode", sendMode(producer.mode(), byCompletion));
        for (JmsSettings.Fact fact : preset.values.get(JmsSettings.FACTS)) {
            facts.put(fact.name(), parameters.getOrDefault(fact.parameter(), fact.whenAbsent()));
        }
        int partitions = preset.values.get(JmsSettings.PARTITIONS);
        if (partitions > 1) {
            facts.put("partitions", Integer.toString(partitions));
        }
        boolean byClient = preset.values.get(JmsSettings.CLIENT_ACKS).match(producer, parameters);
        if (isConfirmedByBytes(producer, parameters, coreVersion)) {
            byClient = true;
            facts.put(
                    "confirmations",
                    "per " + parameters.get(ArtemisCore.WINDOW) + " bytes: brokers before 2.7 do not answer each send");
        }
        return new Semantics(byClient ? AcknowledgedBy.CLIENT : AcknowledgedBy.BROKER, facts);
    }

    private static String persistent(ProducerSpec producer) {
        if (!producer.persistent()) {
            return "no";
        }
        return producer.destination().isTopic() ? Semantics.IN_DURABLE_SUBSCRIPTIONS : "yes";
    }

    private static String sendMode(SendMode mode, boolean byCompletion) {
        return ValueType.word(mode) + (byCompletion ? " (waits for the completion)" : "");
    }

    /**
     * Whether an older broker with a window chosen by the user confirms by bytes: completions then arrive in lumps, long after
     * the message was stored.
     */
    private static boolean isConfirmedByBytes(
            ProducerSpec producer, Map<String, String> parameters, OptionalInt coreVersion) {
        return producer.mode() == SendMode.ASYNC
                && coreVersion.isPresent()
                && !ArtemisCore.confirmsEachSend(coreVersion.getAsInt())
                && !ArtemisCore.WINDOW_OF_ONE_SEND.equals(parameters.get(ArtemisCore.WINDOW));
    }
}
