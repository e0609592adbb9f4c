package dev.dyno.driver.sim;

import dev.dyno.driver.DriverException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A selector of the simulated broker. The only form is: a property equals a text, a number or a boolean.
 *
 * @param value {@link String}, {@link Double} or {@link Boolean}
 */
record Selector(String property, Object value) {

    private static final Pattern FORM = Pattern.compile(
            "\\s*([A-Za-z_$][A-Za-z0-9_$]*)\\s*=\\s*(?:'((?:[^']|'')*)'|(-?\\d+(?:\\.\\d+)?)|(TRUE|FALSE|true|false))\\s*");

    static Selector parse(String text) throws DriverException {
        final Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new DriverException("selector: \"" + text
                    + "\"; the simulated broker knows the form name = 'value' or name = number only.");
        }
        final String name = matcher.group(1);
        if (matcher.group(2) != null) {
            return new Selector(name, matcher.group(2).replace("''", "'"));
        }
        return matcher.group(3) != null
                ? new Selector(name, Double.valueOf(matcher.group(3)))
                : new Selector(name, Boolean.valueOf(matcher.group(4)));
    }

    boolean accepts(Map<String, Object> properties) {
        final Object actual = properties.get(property);
        return actual instanceof Number number ? value.equals(number.doubleValue()) : value.equals(actual);
    }
}
