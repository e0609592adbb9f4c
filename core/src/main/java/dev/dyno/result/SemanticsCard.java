package dev.dyno.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an acknowledgement means in this run: two runs may be compared if their cards are the same.
 *
 * @param facts name → value, sorted by name
 */
public record SemanticsCard(Map<String, String> facts) {

    public SemanticsCard {
        facts = Collections.unmodifiableMap(new TreeMap<>(facts));
    }
}
