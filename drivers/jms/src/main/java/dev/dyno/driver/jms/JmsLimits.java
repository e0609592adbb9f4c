package dev.dyno.driver.jms;

import dev.dyno.driver.Destination;
import dev.dyno.driver.ProducerSpec;
import dev.dyno.driver.ProducerSpec.SendMode;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Conditions under which a statement of a preset applies to a producer: rules separated by {@code ;}. A rule is a list of words,
 * all of which must match: {@code async}, {@code sync}, {@code transacted} (any of those given), {@code persistent} or
 * {@code nonPersistent}, {@code queue} or {@code topic}, {@code parameter=value} and {@code parameter!=value} about the given
 * connection parameters. {@code always} matches everything.
 *
 * <p>Example: {@code async confirmationWindowSize=-1; sync nonPersistent blockOnNonDurableSend=false}
 */
final class JmsLimits {

    private final List<Rule> rules;

    private JmsLimits(List<Rule> rules) {
        this.rules = List.copyOf(rules);
    }

    static final String EXPECTED = "rules of always, async, sync, transacted, persistent, nonPersistent, queue, topic,"
            + " parameter=value or parameter!=value";

    /** @throws IllegalArgumentException if a word is unknown */
    static JmsLimits parse(String text) {
        List<Rule> rules = new ArrayList<>();
        for (String rule : text.split(";", -1)) {
            if (!rule.isBlank()) {
                rules.add(Rule.parse(rule.strip()));
            }
        }
        return new JmsLimits(rules);
    }

    boolean match(ProducerSpec spec, Map<String, String> parameters) {
        for (Rule rule : rules) {
            if (rule.matches(spec, parameters)) {
                return true;
            }
        }
        return false;
    }

    /** Connection parameters in the rules. */
    Set<String> parameters() {
        return rules.stream()
                .flatMap(rule -> rule.conditions.stream())
                .map(Condition::parameter)
                .collect(Collectors.toSet());
    }

    private record Condition(String parameter, boolean equal, String value) {

        boolean holds(Map<String, String> parameters) {
            String given = parameters.get(parameter);
            return given != null && given.equalsIgnoreCase(value) == equal;
        }
    }

    private record Rule(
            Set<SendMode> modes, Set<Boolean> persistent, Set<Destination.Kind> kinds, List<Condition> conditions) {

        static Rule parse(String text) {
            Rule rule = new Rule(
                    EnumSet.noneOf(SendMode.class),
                    new HashSet<>(),
                    EnumSet.noneOf(Destination.Kind.class),
                    new ArrayList<>());
            for (String word : text.split("\\s+", -1)) {
                rule.add(word);
            }
            return rule;
        }

        private void add(String word) {
            switch (word) {
                case "always" -> {}
                case "async", "sync", "transacted" -> modes.add(SendMode.valueOf(word.toUpperCase(Locale.ROOT)));
                case "persistent" -> persistent.add(true);
                case "nonPersistent" -> persistent.add(false);
                case "queue", "topic" -> kinds.add(Destination.Kind.valueOf(word.toUpperCase(Locale.ROOT)));
                default -> conditions.add(condition(word));
            }
        }

        private static Condition condition(String word) {
            int equals = word.indexOf('=');
            boolean negated = equals > 0 && word.charAt(equals - 1) == '!';
            int end = negated ? equals - 1 : equals;
            if (end < 1) {
                throw new IllegalArgumentException(word + "; must be " + EXPECTED + ".");
            }
            return new Condition(word.substring(0, end), !negated, word.substring(equals + 1));
        }

        boolean matches(ProducerSpec spec, Map<String, String> parameters) {
            return (modes.isEmpty() || modes.contains(spec.mode()))
                    && (persistent.isEmpty() || persistent.contains(spec.persistent()))
                    && (kinds.isEmpty() || kinds.contains(spec.destination().kind()))
                    && conditions.stream().allMatch(condition -> condition.holds(parameters));
        }
    }
}
