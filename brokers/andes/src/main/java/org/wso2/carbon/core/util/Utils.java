package org.wso2.carbon.core.util;

/** Replaces no variables in texts, because our configuration has none. */
public final class Utils {

    private Utils() {}

    public static String replaceSystemProperty(String text) {
        return text;
    }
}
