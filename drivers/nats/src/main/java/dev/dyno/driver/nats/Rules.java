package dev.dyno.driver.nats;

import static dev.dyno.driver.nats.NatsSettings.JETSTREAM;
import static dev.dyno.driver.nats.NatsSettings.STORAGE;

import dev.dyno.driver.AckMode;
import dev.dyno.driver.ConsumerSpec;
import dev.dyno.driver.DriverException;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.BodyType;
import dev.dyno.driver.ProducerSpec.SendMode;
import dev.dyno.driver.SettingValues;
import io.nats.client.api.StorageType;

/** Refuses settings that NATS does not support. */
final class Rules {

    private Rules() {}

    static void check(ProducerSpec spec, SettingValues settings) throws DriverException {
        refuse(spec.mode() == SendMode.TRANSACTED, "transactions");
        refuse(spec.body() == BodyType.TEXT, "text messages");
        refuse(spec.priority().isPresent(), "priorities");
        refuse(spec.group().isPresent(), "message groups");
        refuse(!spec.timeToLive().isZero(), "time to live");
        if (spec.persistent() && !settings.get(JETSTREAM)) {
            throw new DriverException("core NATS keeps no message, so none is persistent; use --driver jetstream");
        }
        if (spec.persistent() && settings.get(STORAGE) != StorageType.File) {
            throw new DriverException("nats.stream.storage: memory keeps no message over a restart;"
                    + " must be file for persistent messages");
        }
    }

    static void check(ConsumerSpec spec, SettingValues settings) throws DriverException {
        refuse(spec.selector().isPresent(), "selectors");
        refuse(spec.ackMode() == AckMode.TRANSACTED, "transactions");
        if (!settings.get(JETSTREAM) && (spec.ackMode() == AckMode.CLIENT || spec.ackMode() == AckMode.INDIVIDUAL)) {
            throw new DriverException("core NATS has no acknowledgements; use --driver jetstream");
        }
        if (!settings.get(JETSTREAM)
                && spec.fromEarliest()
                && spec.destination().isTopic()) {
            throw new DriverException("core NATS keeps no message to begin with; use --driver jetstream");
        }
        if (!settings.get(JETSTREAM)
                && spec.subscription().filter(s -> s.durable()).isPresent()) {
            throw new DriverException("core NATS has no durable subscriptions; use --driver jetstream");
        }
    }

    private static void refuse(boolean wanted, String words) throws DriverException {
        if (wanted) {
            throw new DriverException("NATS has no " + words);
        }
    }
}
