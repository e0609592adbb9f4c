/** Stand-in for what Andes expects of WSO2 Carbon: passwords that are encrypted in the configuration, of which there are none. */
package org.wso2.securevault;
