package dev.dyno.cluster.group;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Locale;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jspecify.annotations.Nullable;

/**
 * Log of JGroups, written to the logger of the JDK at its debug level whatever the level in JGroups. Messages for users come from
 * this package.
 */
final class QuietLog {

    static final CustomLogFactory FACTORY = new CustomLogFactory() {
        @Override
        public Log getLog(Class<?> type) {
            return log(type.getName());
        }

        @Override
        public Log getLog(String category) {
            return log(category);
        }
    };

    private QuietLog() {}

    private static Log log(String name) {
        final System.Logger log = System.getLogger(name);
        return (Log) Proxy.newProxyInstance(
                Log.class.getClassLoader(),
                new Class<?>[] {Log.class},
                (proxy, method, args) -> answer(log, method, args == null ? new Object[0] : args));
    }

    /** Answers a method by its name: the interface has thirty methods for six levels. */
    private static @Nullable Object answer(System.Logger log, Method method, Object[] args)
            throws ReflectiveOperationException {
        final boolean enabled = log.isLoggable(System.Logger.Level.DEBUG);
        return switch (method.getName()) {
            case "fatal", "error", "failSafeError", "warn", "failSafeWarn", "info" -> {
                if (enabled) {
                    say(log, (String) args[0], args.length > 1 ? args[1] : null);
                }
                yield null;
            }
            case "debug", "trace", "setLevel" -> null;
            case "isDebugEnabled", "isTraceEnabled" -> false;
            case "getLevel" -> enabled ? "info" : "off";
            case "equals", "hashCode", "toString" -> method.invoke(log, args);
            default -> enabled;
        };
    }

    /** @param more a failure, or the arguments of a format */
    private static void say(System.Logger log, String format, @Nullable Object more) {
        if (more instanceof Object[] arguments && arguments.length > 0) {
            log.log(System.Logger.Level.DEBUG, String.format(Locale.ROOT, format, arguments));
        } else {
            log.log(System.Logger.Level.DEBUG, format, more instanceof Throwable failure ? failure : null);
        }
    }
}
