package dev.dyno.report.store;

import java.util.Locale;

/**
 * Builds a JSON object as text, on one line.
 *
 * <p>The JSON library is not used for it, because the first use of its generator costs some 45 ms of CPU for class loading, in
 * the first second of the load; this costs under 1 ms. Everything that is not written under load uses the library.
 */
public final class JsonText {

    private final StringBuilder text = new StringBuilder(512);
    private boolean first = true;

    public JsonText open() {
        text.append('{');
        first = true;
        return this;
    }

    public JsonText open(String name) {
        name(name);
        return open();
    }

    public JsonText close() {
        text.append('}');
        first = false;
        return this;
    }

    public JsonText field(String name, long value) {
        name(name);
        text.append(value);
        return this;
    }

    /** @param value finite */
    public JsonText field(String name, double value) {
        name(name);
        text.append(Decimals.plain(value));
        return this;
    }

    public JsonText field(String name, boolean value) {
        name(name);
        text.append(value);
        return this;
    }

    public JsonText field(String name, String value) {
        name(name);
        quote(value);
        return this;
    }

    private void name(String name) {
        if (!first) {
            text.append(',');
        }
        first = false;
        quote(name);
        text.append(':');
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < 0x20 || Character.isSurrogate(c)) {
                // A lone surrogate has no UTF-8 form; escaped, pairs and lone ones are safe.
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
