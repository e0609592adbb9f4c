package dev.dyno.driver;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The capabilities of a {@link Client} with its settings, and the reason why each other one is lacking. Immutable. */
public final class Capabilities {

    private static final Capabilities ALL = new Capabilities(new EnumMap<>(Capability.class));

    private final Map<Capability, String> reasons;

    private Capabilities(Map<Capability, String> reasons) {
        this.reasons = reasons;
    }

    /** Capabilities of a client that lacks none. */
    public static Capabilities all() {
        return ALL;
    }

    /**
     * A copy without some capabilities.
     *
     * @param reason words that follow "no priorities", with what to do, such as "in MQTT 3.1.1; use mqtt.version=5". An earlier
     *     reason for the same capability wins
     */
    public Capabilities without(String reason, Capability... lacking) {
        EnumMap<Capability, String> more = new EnumMap<>(Capability.class);
        more.putAll(reasons);
        for (Capability capability : lacking) {
            more.putIfAbsent(capability, reason);
        }
        return new Capabilities(more);
    }

    /** A copy without some capabilities, if the condition holds. */
    public Capabilities withoutIf(boolean condition, String reason, Capability... lacking) {
        return condition ? without(reason, lacking) : this;
    }

    public boolean has(Capability capability) {
        return !reasons.containsKey(capability);
    }

    /** The capabilities among {@code needs} that are lacking, each with its reason, such as "no priorities in Kafka". */
    public List<String> lacking(Set<Capability> needs) {
        return needs.stream()
                .filter(reasons::containsKey)
                .map(capability -> "no " + capability.words() + " " + reasons.get(capability))
                .toList();
    }

    /** A modifiable copy of the capabilities. */
    public Set<Capability> toSet() {
        EnumSet<Capability> set = EnumSet.allOf(Capability.class);
        set.removeAll(reasons.keySet());
        return set;
    }

    /** @throws DriverException if the producer needs a capability that is lacking, with the reason */
    public void check(ProducerSpec spec) throws DriverException {
        check(spec.needs(), "cannot create a producer for " + spec.destination());
    }

    /** @throws DriverException if the consumer needs a capability that is lacking, with the reason */
    public void check(ConsumerSpec spec) throws DriverException {
        check(spec.needs(), "cannot create a consumer of " + spec.destination());
    }

    private void check(Set<Capability> needs, String subject) throws DriverException {
        List<String> lacking = lacking(needs);
        if (!lacking.isEmpty()) {
            throw new DriverException(subject + ": " + lacking.get(0));
        }
    }
}
